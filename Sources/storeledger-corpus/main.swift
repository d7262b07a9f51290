print("storeledger-corpus")
