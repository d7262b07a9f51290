import NotificationModel

/// A stream of numbers and ids that a seed and a name determine.
///
/// SplitMix64 (Steele, Lea, Flood 2014): quick, even, and not meant to be secret.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The stream of a seed under a name; streams under different names have nothing in common.
    package init(seed: UInt64, name: String) {
        // FNV-1a over the name, so that a new story does not disturb the ids of the others.
        state = name.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A UUID of version 4, lower case.
    package mutating func uuid() -> String {
        let high = next() & 0xffff_ffff_ffff_0fff | 0x4000
        let low = next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        return Identity128(high: high, low: low).description
    }

    /// A text of so many digits in all that begins with the prefix.
    package mutating func digits(_ count: Int, after prefix: String) -> String {
        var result = prefix
        while result.utf8.count < count { result.append(String(next() % 10)) }
        return result
    }
}
