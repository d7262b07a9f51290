"""scripts/check-with-apple-library: what it picks, how it reads, which differences it explains.

The last class needs the script's packages and is passed over without them; run it with the interpreter of the
script's virtual environment.
"""
import base64
import collections
import contextlib
import gzip
import importlib.util
import io
import json
import pathlib
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from loading import SCRIPTS, load

script = load("check-with-apple-library")
CORPUS = SCRIPTS.parent / "corpus"
HAS_PACKAGES = all(importlib.util.find_spec(name) for name in ("appstoreserverlibrary", "lz4", "zstandard"))


def jws(payload, header="{}", signature="c2ln"):
    """A compact JWS that nobody signed; texts go in as they are."""
    texts = (text if isinstance(text, str) else json.dumps(text) for text in (header, payload))
    parts = [base64.urlsafe_b64encode(text.encode()).decode().rstrip("=") for text in texts]
    return ".".join(parts + [signature])


TRANSACTION = {"transactionId": "41", "originalTransactionId": "41", "bundleId": "com.example.meadow",
               "signedDate": 5}
RENEWAL = {"originalTransactionId": "41", "signedDate": 5}


def notification(transaction=TRANSACTION, renewal=RENEWAL, **members):
    data = {"bundleId": "com.example.meadow", "environment": "Production", "appAppleId": 64,
            "signedTransactionInfo": jws(transaction), "signedRenewalInfo": jws(renewal)}
    return {"notificationType": "DID_RENEW", "notificationUUID": "a1", "signedDate": 6, "data": data, **members}


class FakeLibrary:
    """Answers as it is told to; knows no signatures."""

    def __init__(self, answer, is_signed=True, later=None):
        self.told = answer
        self.signed = is_signed
        self.later = later or answer

    def answer(self, jws, payload, without=()):
        return script.ACCEPTED if without else self.told

    def answer_at(self, jws, payload, milliseconds):
        return self.later

    def is_signed(self, jws):
        return self.signed

    def is_signed_at(self, jws, milliseconds):
        return self.signed


def rule_for(text, answer=script.ACCEPTED, fate="rejected", reason=None, **library):
    """The rule that explains a difference; None when there is none."""
    truth = {"source": "a.json", "index": 0, "fate": fate, "reason": reason}
    case = script.Case(truth, {"signedPayload": text}, text, FakeLibrary(answer, **library))
    assert not case.agrees
    found = script.explanation(case)
    return found and found[0]


class PickingTests(unittest.TestCase):
    LINES = [{"source": "a", "index": number, "fate": fate, "reason": reason}
             for number, (fate, reason) in enumerate(
                 [("new", None)] * 1000 + [("duplicate", None)] * 50 + [("rejected", "chain-length")] * 3)]

    def test_small_groups_come_whole_and_leave_their_share(self):
        picked = script.pick(iter(self.LINES), 100, 1)
        counts = collections.Counter(line["fate"] for line in picked)
        self.assertEqual(counts, {"rejected": 3, "duplicate": 48, "new": 49})
        self.assertEqual(len({line["index"] for line in picked}), 100)

    def test_all_when_there_are_no_more(self):
        self.assertEqual(len(script.pick(iter(self.LINES), 5000, 1)), len(self.LINES))

    def test_seed_decides(self):
        self.assertEqual(script.pick(iter(self.LINES), 100, 7), script.pick(iter(self.LINES), 100, 7))
        self.assertNotEqual(script.pick(iter(self.LINES), 100, 7), script.pick(iter(self.LINES), 100, 8))


class ReadingTests(unittest.TestCase):
    def records(self, text):
        return [record for document in script.documents(text) for record in script.records(document)]

    def test_layouts(self):
        items = [{"signedPayload": str(number)} for number in range(3)]
        pages = [{"hasMore": True, "notificationHistory": items[:2]}, {"notificationHistory": items[2:]}]
        for text in ("\n".join(map(json.dumps, pages)), json.dumps(pages), json.dumps(pages, indent=2),
                     "\r\n".join(map(json.dumps, items)), json.dumps(items), "".join(map(json.dumps, pages)),
                     "\ufeff" + json.dumps(pages)):
            self.assertEqual(self.records(text), items, text)

    def test_what_is_no_json_is_one_record(self):
        good = json.dumps({"signedPayload": "1"})
        self.assertEqual(self.records('{"hasMore" false}\n' + good + '\n{"cut":'),
                         [script.MALFORMED, {"signedPayload": "1"}, script.MALFORMED])
        self.assertEqual(self.records(""), [])

    def test_damaged_compression_gives_what_stands_before(self):
        text = bytes(range(256)) * 4000
        whole = gzip.compress(text[:1000]) + gzip.compress(text)
        self.assertEqual(script.decompressed(whole), text[:1000] + text)
        cut = script.decompressed(whole[:-100])
        self.assertTrue(1000 < len(cut) < 1000 + len(text) and (text[:1000] + text).startswith(cut))
        self.assertEqual(script.decompressed(gzip.compress(text) + b"left over"), text)

    def test_every_record_of_the_frozen_corpus_that_needs_no_package(self):
        wanted = collections.Counter()
        for line in script.truth_lines(CORPUS / "truth.jsonl"):
            if line["index"] is not None and line["source"].endswith((".gz", ".json", ".jsonl")):
                wanted[line["source"]] += 1
        self.assertGreater(sum(wanted.values()), 40)
        for source, count in wanted.items():
            found = script.records_of_file(CORPUS / "archive" / source, range(count + 5))
            self.assertEqual(sorted(found), list(range(count)), source)


class AppTests(unittest.TestCase):
    def test_a_record_says_its_app(self):
        self.assertEqual(script.claimed_app(notification()), ("Production", "com.example.meadow", 64))
        token = {"externalPurchaseToken": {"externalPurchaseId": "SANDBOX_1", "bundleId": "b", "appAppleId": 7}}
        self.assertEqual(script.claimed_app(token), ("Sandbox", "b", 7))

    def test_what_cannot_be_read_or_may_not_be_chosen_is_left_open(self):
        for data, app in (({"environment": "Xcode", "bundleId": "b"}, (None, "b", None)),
                          ({"environment": "Production", "bundleId": 7, "appAppleId": True},
                           ("Production", None, None))):
            self.assertEqual(script.claimed_app({"data": data}), app)
        self.assertEqual(script.claimed_app({"unclaimInfo": {"bundleId": "b"}}), (None, None, None))


class RuleTests(unittest.TestCase):
    """Each rule explains its own difference, and neither another reason's nor a record without the premise."""

    FAILURE = script.Answer("notification", "VERIFICATION_FAILURE")

    def test_stricter_rules(self):
        plain = jws(notification())
        twice = '{"notificationType":"A",' + json.dumps(notification())[1:]
        cases = {
            "malformed-base64url": plain + "==",
            "repeated-member": jws(twice),
            "ambiguous-payload": jws(notification(summary={})),
            "missing-field": jws(notification(notificationUUID=None)),
            "parts-disagree": jws(notification(renewal=dict(RENEWAL, originalTransactionId="42"))),
            "wrong-field-type": jws(notification(transaction=dict(TRANSACTION, transactionId=41))),
            "limit-exceeded": plain + "A" * (1 << 20),
        }
        self.assertEqual(set(cases), set(script.STRICTER))
        for reason, text in cases.items():
            with self.subTest(reason=reason):
                self.assertEqual(rule_for(text, reason=reason), reason)
                self.assertIsNone(rule_for(plain, reason=reason))
                self.assertIsNone(rule_for(text, reason="signature-invalid"))

    def test_undated(self):
        payload = notification()
        del payload["signedDate"]
        self.assertEqual(rule_for(jws(payload), self.FAILURE, "new", later=script.ACCEPTED), "undated")
        self.assertIsNone(rule_for(jws(payload), self.FAILURE, "new"))
        self.assertIsNone(rule_for(jws(notification()), self.FAILURE, "new", later=script.ACCEPTED))

    def test_unknown_container(self):
        payload = notification()
        payload["unclaimInfo"] = payload.pop("data")
        answer = script.Answer("notification", "INVALID_APP_IDENTIFIER")
        self.assertEqual(rule_for(jws(payload), answer, "new"), "unknown-container")
        self.assertIsNone(rule_for(jws(payload), answer, "new", is_signed=False))
        self.assertIsNone(rule_for(jws(notification()), answer, "new"))

    def test_part_of_null(self):
        answer = script.Answer("signedRenewalInfo", "VERIFICATION_FAILURE")
        text = jws(notification(renewal=None))
        self.assertEqual(rule_for(text, answer, "new"), "part-of-null")
        self.assertIsNone(rule_for(text, answer, "new", is_signed=False))
        self.assertIsNone(rule_for(jws(notification()), answer, "new"))

    def test_optional_field_of_another_type(self):
        answer = script.Answer("notification", "ClassValidationError")
        self.assertEqual(rule_for(jws(notification()), answer, "duplicate"), "optional-field-dropped")
        self.assertIsNone(rule_for(jws(notification()), answer, "duplicate", is_signed=False))

    def test_a_plain_refusal_has_no_explanation(self):
        for fate in ("new", "duplicate"):
            self.assertIsNone(rule_for(jws(notification()), self.FAILURE, fate, is_signed=False))


@unittest.skipUnless(HAS_PACKAGES, "the packages of the script's virtual environment are not there")
class LibraryTests(unittest.TestCase):
    def check(self, corpus):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            same = script.check(corpus, 2000, 1)
        return same, output.getvalue()

    def test_frozen_corpus(self):
        same, output = self.check(CORPUS)
        self.assertTrue(same, output)
        self.assertIn("335 records picked", output)

    def test_wrong_truth_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            corpus = pathlib.Path(folder)
            (corpus / "archive").symlink_to(CORPUS / "archive")
            shutil.copy(CORPUS / "root.pem", corpus)
            lines = list(script.truth_lines(CORPUS / "truth.jsonl"))
            forged = next(line for line in lines if line["reason"] == "signature-invalid")
            forged.update(fate="new", reason=None)
            dated = [line for line in lines if line["fate"] == "duplicate"][-1]
            dated.update(fate="rejected", reason="missing-field")
            (corpus / "truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            same, output = self.check(corpus)
            self.assertFalse(same)
            self.assertIn("2 unexplained differences", output)


if __name__ == "__main__":
    unittest.main()
