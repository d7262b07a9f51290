"""The auditor agrees with a small ledger that was written by hand, and finds every fault that is planted in it."""
import base64
import contextlib
import gzip
import hashlib
import io
import json
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from loading import load

AUDIT = load("independent-audit")
START = 1_700_000_000_000
HOUR, DAY = 3_600_000, 86_400_000
APP, PLACE = "com.example.meadow", "Production"

SCHEMA = """
CREATE TABLE notifications(notification_uuid, content_digest, notification_type, subtype, source_id, record_index);
CREATE TABLE conflicts(notification_uuid, content_digest, notification_type, subtype, source_id, record_index);
CREATE TABLE sources(id, path, next_record_index);
CREATE TABLE rejects(source_id, record_index, seen_count);
CREATE TABLE runs(counts);
CREATE TABLE access_intervals(app, environment, original_transaction_id, starts_at, ends_at, origin, end_cause,
    transaction_id, product_id);
CREATE TABLE access_lapses(app, environment, original_transaction_id, starts_at, ends_at, state, cause);
CREATE TABLE revocations(app, environment, original_transaction_id, kind, transaction_id, revoked_at, reason, percentage,
    amount, currency, removed_access, removed_from, removed_until, reversed_at, reversal, purchase_seen);
CREATE TABLE refund_requests(app, environment, original_transaction_id, transaction_id, first_requested_at,
    request_count, reason, outcome, outcome_at);
CREATE TABLE consent_outcomes(app, environment, app_transaction_id, notification_uuid, withdrawn_at, returned_at,
    return_evidence);
CREATE TABLE consent_joins(app, environment, original_transaction_id, app_transaction_id, notification_uuid, match);
CREATE TABLE horizons(app, environment, horizon);
CREATE TABLE subscriptions(app, environment, original_transaction_id);
CREATE TABLE current_entitlements(app, environment, original_transaction_id, state);
"""


def part(payload):
    encode = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    return ".".join((encode(b"{}"), encode(json.dumps(payload).encode()), encode(b"signature")))


class Record:
    """One invented notification with its digest, made apart from the script."""

    number = 0

    def __init__(self, said, kind, subtype=None, container="data", number=None, status=None, reason=None, **parts):
        if number is None:
            Record.number += 1
            number = Record.number
        self.uuid, self.kind, self.subtype = f"00000000-0000-4000-8000-{number:012}", kind, subtype
        inside = {"bundleId": APP, "environment": PLACE}
        if status:
            inside["status"] = status
        if reason:
            inside["consumptionRequestReason"] = reason
        jws = {name: part({"signedDate": said, **value}) for name, value in parts.items()}
        outer = {"notificationType": kind, "notificationUUID": self.uuid, "signedDate": said, container: inside | jws}
        if subtype:
            outer["subtype"] = subtype
        plain = json.dumps(outer).encode()
        for text in jws.values():
            body = base64.urlsafe_b64decode(text.split(".")[1] + "==")
            plain = plain.replace(text.encode(), hashlib.sha256(body).digest())
        self.digest = hashlib.sha256(plain).digest()
        self.jws = part(outer)


def bought(identity, start, days, original=None, kind="Auto-Renewable Subscription", **more):
    told = {
        "transactionId": identity, "originalTransactionId": original or identity, "productId": "monthly",
        "purchaseDate": start, "type": kind, "inAppOwnershipType": "PURCHASED", "price": 9990, "currency": "EUR",
        "transactionReason": "RENEWAL" if original else "PURCHASE",
    }
    if days is not None:
        told["expiresDate"] = start + days * DAY
    return told | more


class IndependentAuditTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "archive").mkdir()
        Record.number = 0
        t, rows = START, []
        first = bought("100", t, 30)
        second = bought("101", t + 30 * DAY, 30, "100")
        taken = second | {
            "revocationDate": t + 40 * DAY, "revocationReason": 1, "revocationType": "REFUND_PRORATED",
            "revocationPercentage": 66_667,
        }
        refunded = [
            Record(t + 1, "SUBSCRIBED", "INITIAL_BUY", status=1, signedTransactionInfo=first),
            Record(t + 30 * DAY + 1, "DID_RENEW", status=1, signedTransactionInfo=second),
            Record(t + 35 * DAY, "CONSUMPTION_REQUEST", reason="LEGAL", signedTransactionInfo=second),
            Record(t + 36 * DAY, "CONSUMPTION_REQUEST", reason="LEGAL", signedTransactionInfo=second),
            Record(t + 40 * DAY + 9, "REFUND", status=5, signedTransactionInfo=taken),
        ]
        third = bought("200", t, 30)
        renewal = {"originalTransactionId": "200", "productId": "monthly", "autoRenewStatus": 1}
        grace = renewal | {"gracePeriodExpiresDate": t + 36 * DAY, "isInBillingRetryPeriod": True}
        failed = [
            Record(t + 2, "SUBSCRIBED", "INITIAL_BUY", status=1, signedTransactionInfo=third, signedRenewalInfo=renewal),
            Record(t + 30 * DAY + HOUR, "DID_FAIL_TO_RENEW", "GRACE_PERIOD", status=4, signedTransactionInfo=third,
                   signedRenewalInfo=grace),
            Record(t + 36 * DAY + 60_000, "GRACE_PERIOD_EXPIRED", status=3, signedTransactionInfo=third),
            Record(t + 90 * DAY + HOUR, "EXPIRED", "BILLING_RETRY", status=2, signedTransactionInfo=third),
        ]
        key = dict(appTransactionId="700")
        map_pack = bought("300", t, None, kind="Non-Consumable", appAccountToken="TOKEN-1", **key)
        coins = bought("301", t, None, kind="Consumable", appAccountToken="token-1")
        again = bought("302", t + 70 * DAY, 30, **key)
        people = [
            Record(t + 3, "ONE_TIME_CHARGE", signedTransactionInfo=map_pack),
            Record(t + 4, "ONE_TIME_CHARGE", signedTransactionInfo=coins),
            Record(t + 50 * DAY, "RESCIND_CONSENT", container="appData",
                   signedAppTransactionInfo={"appTransactionId": "700", "receiptCreationDate": t + 50 * DAY}),
            Record(t + 70 * DAY + 1, "SUBSCRIBED", "INITIAL_BUY", status=1, signedTransactionInfo=again),
        ]
        conflict = Record(t + 5, "TEST", number=1)
        cls.shown, cls.hidden = refunded[0], conflict
        # A page with a record that is none, one with a repeat, and lines.
        pages = [
            [r.jws for r in refunded] + [None], [r.jws for r in failed] + [refunded[0].jws],
        ]
        text = "".join(json.dumps(
            {"notificationHistory": [{"signedPayload": j} if j else {} for j in page], "hasMore": False}, indent=1
        ) + "\n" for page in pages)
        lines = "".join(json.dumps({"signedPayload": r.jws}) + "\n" for r in people) + conflict.jws + "\n{\"errorCode\": 1}\n"
        (cls.folder / "archive" / "pages.json").write_text(text)
        (cls.folder / "archive" / "lines.gz").write_bytes(gzip.compress(lines[:900].encode()) + gzip.compress(lines[900:].encode()))

        for source, first_index, records in ((2, 0, refunded), (2, 6, failed), (1, 0, people)):
            rows += [(r.uuid, r.digest, r.kind, r.subtype, source, first_index + n) for n, r in enumerate(records)]
        ledger = sqlite3.connect(cls.folder / "right.sqlite")
        ledger.executescript(SCHEMA)

        def put(table, *values):
            for row in values:
                ledger.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

        put("notifications", *rows)
        put("conflicts", (conflict.uuid, conflict.digest, "TEST", None, 1, 4))
        put("sources", (1, b"elsewhere/archive/lines.gz", 6), (2, b"elsewhere/archive/pages.json", 11))
        put("rejects", (2, 5, 1), (1, 5, 1))
        put("runs", (json.dumps({
            "records": {"in": 17, "new": 13, "duplicate": 2, "rejected": 2}, "sources": {"read": 2, "skipped": 0},
        }),))
        owner = (APP, PLACE)
        put("access_intervals",
            (*owner, "100", t, t + 30 * DAY, "transaction", "period-end", "100", "monthly"),
            (*owner, "100", t + 30 * DAY, t + 40 * DAY, "transaction", "revoked", "101", "monthly"),
            (*owner, "200", t, t + 30 * DAY, "transaction", "period-end", "200", "monthly"),
            (*owner, "200", t + 30 * DAY, t + 36 * DAY, "grace", "grace-end", "200", "monthly"),
            (*owner, "300", t, None, "transaction", "open", "300", "monthly"),
            (*owner, "302", t + 70 * DAY, t + 100 * DAY, "transaction", "period-end", "302", "monthly"))
        put("access_lapses",
            (*owner, "100", t + 40 * DAY, None, "revoked", "refund-prorated"),
            (*owner, "200", t + 36 * DAY, t + 90 * DAY + HOUR, "billing-retry", None),
            (*owner, "200", t + 90 * DAY + HOUR, None, "expired", "billing-retry"),
            (*owner, "302", t + 100 * DAY, None, "unconfirmed", None))
        put("revocations",
            (*owner, "100", "refund-prorated", "101", t + 40 * DAY, 1, 66_667, 6660, "EUR", 1, t + 40 * DAY,
             t + 60 * DAY, None, None, 1),
            (*owner, None, "consent-rescinded", None, t + 50 * DAY, *[None] * 4, 0, *[None] * 4, 1))
        put("refund_requests", (*owner, "100", "101", t + 35 * DAY, 2, "LEGAL", "refunded", t + 40 * DAY + 9))
        withdrawn = people[2].uuid
        put("consent_outcomes", (*owner, "700", withdrawn, t + 50 * DAY, t + 70 * DAY, "302"))
        put("consent_joins", (*owner, "300", "700", withdrawn, "direct"), (*owner, "302", "700", withdrawn, "direct"),
            (*owner, "301", "700", withdrawn, "bridged"))
        put("horizons", (*owner, t + 90 * DAY + HOUR))
        put("subscriptions", *[(*owner, k) for k in ("100", "200", "302")])
        put("current_entitlements", (*owner, "100", "revoked"), (*owner, "200", "expired"), (*owner, "302", "active"))
        ledger.commit()
        ledger.close()

    def audit(self, *changes, archive=None):
        """Exit status and output over the right ledger with changes."""
        path = self.folder / "changed.sqlite"
        shutil.copy(self.folder / "right.sqlite", path)
        ledger = sqlite3.connect(path)
        for change in changes:
            self.assertGreater(ledger.execute(change).rowcount, 0, change)
        ledger.commit()
        ledger.close()
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = AUDIT.main([str(archive or self.folder), "--ledger", str(path)])
        return status, output.getvalue()

    def test_the_right_ledger_passes(self):
        status, output = self.audit()
        self.assertEqual(status, 0, output)
        self.assertIn("nothing differs", output)

    def test_every_planted_fault_is_found(self):
        faults = {
            "records": [
                "DELETE FROM notifications WHERE record_index = 3 AND source_id = 1",
                "UPDATE notifications SET content_digest = x'00' WHERE record_index = 1 AND source_id = 2",
                "UPDATE notifications SET notification_uuid = 'other' WHERE record_index = 1 AND source_id = 2",
                "INSERT INTO notifications VALUES ('x', x'01', 'TEST', NULL, 1, 40)",
                "DELETE FROM conflicts", "DELETE FROM rejects WHERE source_id = 1",
                "UPDATE sources SET next_record_index = 5 WHERE id = 1",
                "INSERT INTO sources VALUES (3, x'61', 0)", "DELETE FROM sources WHERE id = 1",
                "INSERT INTO rejects VALUES (1, NULL, 1)", "INSERT INTO rejects VALUES (1, 2, 1)",
                "UPDATE runs SET counts = replace(counts, '\"duplicate\": 2', '\"duplicate\": 3')",
            ],
            "intervals": [
                "UPDATE access_intervals SET ends_at = ends_at + 1 WHERE transaction_id = '101'",
                "UPDATE access_intervals SET end_cause = 'superseded' WHERE transaction_id = '100'",
                "UPDATE access_intervals SET origin = 'attested' WHERE origin = 'grace'",
                "UPDATE access_intervals SET product_id = 'yearly' WHERE transaction_id = '300'",
                "UPDATE access_intervals SET ends_at = starts_at + 1 WHERE transaction_id = '300'",
                "DELETE FROM access_intervals WHERE transaction_id = '302'",
                "INSERT INTO access_intervals SELECT * FROM access_intervals WHERE transaction_id = '302'",
            ],
            "lapses": [
                "UPDATE access_lapses SET cause = 'refund' WHERE state = 'revoked'",
                "UPDATE access_lapses SET state = 'expired' WHERE state = 'unconfirmed'",
                "DELETE FROM access_lapses WHERE state = 'billing-retry'",
            ],
            "revocations": [
                "UPDATE revocations SET amount = 6659 WHERE kind = 'refund-prorated'",
                "UPDATE revocations SET currency = 'USD' WHERE kind = 'refund-prorated'",
                "UPDATE revocations SET removed_access = 0 WHERE kind = 'refund-prorated'",
                "UPDATE revocations SET reversed_at = 1, reversal = 'told' WHERE kind = 'refund-prorated'",
                "DELETE FROM revocations WHERE kind = 'refund-prorated'",
            ],
            "kinds": ["DELETE FROM revocations WHERE kind = 'consent-rescinded'"],
            "refund requests": [
                "UPDATE refund_requests SET request_count = 3", "UPDATE refund_requests SET outcome = NULL",
            ],
            "consents": [
                "UPDATE consent_outcomes SET returned_at = NULL", "UPDATE consent_outcomes SET withdrawn_at = 0",
                "DELETE FROM consent_outcomes",
            ],
            "consent joins": [
                "UPDATE consent_joins SET match = 'direct'", "DELETE FROM consent_joins WHERE match = 'bridged'",
            ],
            "types": ["UPDATE notifications SET subtype = NULL WHERE subtype = 'BILLING_RETRY'"],
            "horizons": ["UPDATE horizons SET horizon = horizon - 1", "DELETE FROM horizons"],
            "states": ["UPDATE current_entitlements SET state = 'active' WHERE state = 'expired'"],
            "keys": ["INSERT INTO refund_requests VALUES ('a', 'b', 'c', 'd', 1, 1, NULL, NULL, NULL)"],
        }
        for section, changes in faults.items():
            for change in changes:
                with self.subTest(change):
                    status, output = self.audit(change)
                    self.assertEqual(status, 1, output)
                    self.assertRegex(output, f"(?m)^{section}: ")

    def test_the_later_content_of_a_conflict_is_not_the_one_shown(self):
        swap = "UPDATE {} SET content_digest = x'{}', source_id = {}, record_index = {} WHERE notification_uuid = '{}'"
        status, output = self.audit(
            swap.format("notifications", self.hidden.digest.hex(), 1, 4, self.shown.uuid),
            swap.format("conflicts", self.shown.digest.hex(), 2, 0, self.shown.uuid),
        )
        self.assertEqual(status, 1)
        self.assertRegex(output, "(?m)^conflicts: ")

    def test_a_return_is_a_new_purchase_that_replaces_nothing_in_force(self):
        t, number = START, iter(range(1, 100))

        def told(day, kind, subtype, transaction):
            return {
                "said": t + day * DAY, "type": kind, "subtype": subtype, "status": 1, "uuid": f"{next(number):032}",
                "digest": "", "reason": None, "T": {"signedDate": t + day * DAY} | transaction, "R": None,
            }

        def own(identity, day, days, **more):
            return bought(identity, t + day * DAY, days, transactionReason="PURCHASE") | more

        yearly = told(0, "SUBSCRIBED", "INITIAL_BUY", own("1", 0, 365))
        # The shorter plan replaces the year, ends, and leaves nothing in force, though the year is not over.
        monthly = told(100, "DID_CHANGE_RENEWAL_PREF", None, own("2", 100, 30))
        again = told(200, "SUBSCRIBED", "RESUBSCRIBE", own("3", 200, 30))
        upgrade = told(210, "DID_CHANGE_RENEWAL_PREF", "UPGRADE", own("4", 210, 30))
        refunded = told(120, "REFUND", None, monthly["T"] | {"revocationDate": t + 120 * DAY})
        in_refunded = told(125, "DID_CHANGE_RENEWAL_PREF", "UPGRADE", own("5", 125, 30))
        asked_about = told(127, "CONSUMPTION_REQUEST", None, in_refunded["T"])
        pass_of_days = told(0, "ONE_TIME_CHARGE", None, own("6", 0, None, type="Non-Renewing Subscription"))
        another_pass = told(120, "ONE_TIME_CHARGE", None, own("7", 120, None, type="Non-Renewing Subscription"))
        early = told(109, "SUBSCRIBED", "RESUBSCRIBE", own("8", 150, 30))
        late_word = told(160, "CONSUMPTION_REQUEST", None, own("8", 150, 30))
        seats = told(120, "SUBSCRIBED", "INITIAL_BUY", own("9", 120, 30, additionalTransactionReason="SEAT_ADDITION"))
        cases = {
            "after a lapse": ([yearly, monthly, again, upgrade], "3"),
            "an upgrade alone": ([yearly, monthly, upgrade], None),
            "an unnamed upgrade": ([yearly, told(120, "OFFER_REDEEMED", None, own("3", 120, 30))], None),
            "after a refund": ([yearly, monthly, refunded, told(125, "SUBSCRIBED", None, own("5", 125, 30))], "5"),
            "a named upgrade of something refunded": ([yearly, monthly, refunded, in_refunded, asked_about], None),
            "a pass beside a pass": ([pass_of_days, another_pass], "7"),
            "said before the withdrawal": ([early, late_word], None),
            "added seats": ([yearly, seats], "9"),
        }
        for name, (words, evidence) in cases.items():
            with self.subTest(name):
                found = AUDIT.Life(PLACE, words).return_after(t + 110 * DAY)
                self.assertEqual(found and found[1], evidence)

    def test_a_lost_file_is_found(self):
        status, output = self.audit(archive=self.folder / "archive" / "pages.json")
        self.assertEqual(status, 1)
        self.assertIn("records: sources", output)

    def test_what_cannot_be_read_is_no_verdict(self):
        status, output = self.audit(archive=self.folder / "nowhere")
        self.assertEqual(status, 2)
        self.assertIn("nowhere", output)

    def test_documents_of_every_layout_are_cut_alike(self):
        items = [{"signedPayload": f"a.{n}.c"} for n in range(3)]
        page = {"notificationHistory": items}
        layouts = [
            json.dumps(page), json.dumps(page, indent=2), json.dumps([page]), json.dumps(items), json.dumps(items, indent=1),
            "\ufeff" + "\r\n".join(map(json.dumps, items)), "".join(map(json.dumps, items)),
            "\n".join(i["signedPayload"] for i in items), json.dumps([i["signedPayload"] for i in items]),
        ]
        for text in layouts:
            for size in (1, 7, 1000):
                data = text.encode()
                chunks = [data[i:i + size] for i in range(0, len(data), size)]
                found = [r for d in AUDIT.documents(AUDIT.Text(chunks)) for r in AUDIT.records(d)]
                self.assertEqual(found, ["a.0.c", "a.1.c", "a.2.c"], text)

    def test_a_broken_line_is_one_document(self):
        text = b'{"signedPayload":"a.b.c"}\n{"signedPayload":\n{"signedPayload":"d.e.f"}\n'
        found = list(AUDIT.documents(AUDIT.Text([text])))
        self.assertEqual(list(AUDIT.documents(AUDIT.Text([b'{"a":"\xff"}\n{"b":1}']))), [AUDIT.BROKEN, {"b": 1}])
        self.assertEqual(found, [{"signedPayload": "a.b.c"}, AUDIT.BROKEN, {"signedPayload": "d.e.f"}])


if __name__ == "__main__":
    unittest.main()
