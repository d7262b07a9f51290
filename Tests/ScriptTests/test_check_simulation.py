"""scripts/check-simulation agrees with a right miniature, and fails on each kind of planted difference."""
import contextlib
import copy
import io
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from loading import SCRIPTS, load

script = load("check-simulation")

APP, ENVIRONMENT = "com.example.meadow", "Production"
KEY = "app TEXT, environment TEXT, original_transaction_id TEXT"
SCHEMA = f"""
CREATE TABLE notifications (notification_uuid TEXT);
CREATE TABLE transactions ({KEY}, transaction_id TEXT);
CREATE TABLE subscriptions ({KEY});
CREATE TABLE access_intervals ({KEY}, starts_at INTEGER, ends_at INTEGER, origin TEXT, end_cause TEXT,
    transaction_id TEXT, product_id TEXT);
CREATE TABLE access_lapses ({KEY}, starts_at INTEGER, ends_at INTEGER, state TEXT, cause TEXT);
CREATE TABLE revocations ({KEY}, kind TEXT, transaction_id TEXT, app_transaction_id TEXT, revoked_at INTEGER,
    percentage INTEGER, amount INTEGER, currency TEXT, removed_from INTEGER, removed_until INTEGER,
    reversed_at INTEGER, reversal TEXT, purchase_seen INTEGER);
CREATE TABLE discrepancies ({KEY}, code TEXT, notification_uuid TEXT, transaction_id TEXT, instant INTEGER);
CREATE TABLE consent_outcomes (app TEXT, environment TEXT, app_transaction_id TEXT, notification_uuid TEXT,
    withdrawn_at INTEGER, returned_at INTEGER, return_evidence TEXT);
CREATE TABLE consent_joins ({KEY}, app_transaction_id TEXT, notification_uuid TEXT, match TEXT);
CREATE TABLE horizons (app TEXT, environment TEXT, horizon INTEGER);

INSERT INTO horizons VALUES ('{APP}', '{ENVIRONMENT}', 1000);
INSERT INTO notifications VALUES ('a1'), ('b2'), ('c3');
INSERT INTO transactions VALUES ('{APP}', '{ENVIRONMENT}', '41', '41'), ('{APP}', '{ENVIRONMENT}', '42', '42'),
    ('{APP}', '{ENVIRONMENT}', '43', '43');
INSERT INTO access_intervals VALUES
    ('{APP}', '{ENVIRONMENT}', '41', 100, 200, 'transaction', 'period-end', '41', 'monthly'),
    ('{APP}', '{ENVIRONMENT}', '41', 200, 250, 'grace', 'grace-end', '41', 'monthly'),
    ('{APP}', '{ENVIRONMENT}', '41', 400, 500, 'transaction', 'revoked', '44', 'monthly'),
    ('{APP}', '{ENVIRONMENT}', '42', 300, NULL, 'grace', 'open', '42', 'yearly');
INSERT INTO access_lapses VALUES
    ('{APP}', '{ENVIRONMENT}', '41', 250, 400, 'billing-retry', NULL),
    ('{APP}', '{ENVIRONMENT}', '41', 500, NULL, 'revoked', 'refund-full');
INSERT INTO revocations VALUES
    ('{APP}', '{ENVIRONMENT}', '41', 'refund-full', '44', NULL, 500, 100000, 4990, 'EUR', 500, 700, NULL, NULL, 1),
    ('{APP}', '{ENVIRONMENT}', NULL, 'consent-rescinded', NULL, '71', 600, NULL, NULL, NULL, NULL, NULL, 650,
        'inferred', 1),
    ('{APP}', '{ENVIRONMENT}', NULL, 'consent-rescinded', NULL, '72', 610, NULL, NULL, NULL, NULL, NULL, NULL,
        NULL, 0);
INSERT INTO discrepancies VALUES
    ('{APP}', '{ENVIRONMENT}', '41', 'status-lag', 'b2', NULL, 450),
    ('{APP}', '{ENVIRONMENT}', NULL, 'orphan-consent', 'd4', NULL, 610);
INSERT INTO consent_outcomes VALUES ('{APP}', '{ENVIRONMENT}', '71', 'c3', 600, 650, '44'),
    ('{APP}', '{ENVIRONMENT}', '72', 'd4', 610, NULL, NULL);
INSERT INTO consent_joins VALUES ('{APP}', '{ENVIRONMENT}', '41', '71', 'c3', 'direct');
"""


def purchase(id, subject="subscription", traits=(), **sections):
    line = {"subject": subject, "app": APP, "environment": ENVIRONMENT, "originalTransactionId": id,
            "account": "account-000001", "traits": list(traits), "incomplete": False,
            "intervals": [], "lapses": [], "states": [], "revocations": [], "discrepancies": []}
    line.update(sections)
    return line


def interval(start, until, origin, cause, transaction="41", product="monthly"):
    return {"from": start, "until": until, "origin": origin, "endCause": cause, "transactionId": transaction,
            "productId": product}


def lapse(start, until, state, cause=None):
    return {"from": start, "until": until, "state": state, "cause": cause}


def state(at, name, cause=None):
    return {"at": at, "state": name, "cause": cause}


def consent(id, uuid, withdrawn_at, joins=(), returned_at=None, evidence=None):
    return {"subject": "consent", "app": APP, "environment": ENVIRONMENT, "appTransactionId": id,
            "notificationUUID": uuid, "account": "account-000001", "traits": ["consent"],
            "withdrawnAt": withdrawn_at, "joins": list(joins), "returnedAt": returned_at,
            "returnEvidence": evidence, "incomplete": False}


STATE = [
    purchase(
        "41", traits=["grace-recovered", "refunded"],
        intervals=[interval(100, 200, "transaction", "period-end"), interval(200, 250, "grace", "grace-end"),
                   interval(400, 500, "transaction", "revoked", transaction="44")],
        lapses=[lapse(250, 400, "billing-retry"), lapse(500, None, "revoked", "refund-full")],
        states=[state(99, "none"), state(100, "active", "transaction"), state(200, "grace-period", "grace"),
                state(250, "billing-retry"), state(399, "billing-retry"), state(400, "active", "transaction"),
                state(9000, "revoked", "refund-full")],
        revocations=[{"kind": "refund-full", "transactionId": "44", "revokedAt": 500, "percentage": 100000,
                      "amount": 4990, "currency": "EUR", "removedFrom": 500, "removedUntil": 700,
                      "reversedAt": None, "reversal": None, "purchaseSeen": True}],
        discrepancies=[{"code": "status-lag", "transactionId": None, "notificationUUID": "B2", "instant": 450}],
    ),
    purchase(
        "42", traits=["grace-open"],
        intervals=[interval(300, None, "grace", "open", transaction="42", product="yearly")],
        states=[state(1000, "grace-period", "grace"), state(1001, "unconfirmed")],
    ),
    purchase("43", subject="purchase"),
    consent("71", "C3", 600, [{"originalTransactionId": "41", "match": "direct"}], 650, "44"),
    consent("72", "d4", 610),
]

TRUTH = [
    {"source": "a/1.json", "index": 0, "fate": "new", "reason": None, "notificationUUID": "A1"},
    {"source": "a/1.json", "index": 1, "fate": "duplicate", "reason": "conflicting-duplicate",
     "notificationUUID": "a1"},
    {"source": "a/1.json", "index": None, "fate": "rejected", "reason": "truncated-archive",
     "notificationUUID": None},
    {"source": "a.json", "index": 0, "fate": "rejected", "reason": "inner-rejected",
     "innerReason": "signature-invalid", "notificationUUID": None},
    {"source": "b.json", "index": 0, "fate": "new", "reason": None, "notificationUUID": "b2"},
    {"source": "b.json", "index": 1, "fate": "new", "reason": None, "notificationUUID": "c3"},
]


def said(source, index, verdict, reason=None, uuid=None, detail=None, kind=None, subtype=None):
    return {"source": "some/corpus/archive/" + source, "index": index, "verdict": verdict, "reason": reason,
            "detail": detail, "notificationUUID": uuid, "notificationType": kind, "subtype": subtype}


VERIFY = [
    said("a/1.json", 0, "accepted", uuid="a1", kind="SUBSCRIBED", subtype="INITIAL_BUY"),
    said("a/1.json", 1, "duplicate", "conflicting-duplicate", "a1", kind="SUBSCRIBED", subtype="INITIAL_BUY"),
    said("a/1.json", None, "rejected", "truncated-archive", detail="cut"),
    said("a.json", 0, "rejected", "inner-rejected", detail="signedTransactionInfo: signature-invalid: not of this key"),
    said("b.json", 0, "accepted", uuid="b2", kind="DID_RENEW", subtype="SOLAR_ECLIPSE"),
    said("b.json", 1, "accepted", uuid="c3", kind="REFUND", subtype="SEATS"),
]

TYPES = [
    {"notificationType": "SUBSCRIBED", "subtype": "INITIAL_BUY", "since": "2.0", "documented": True},
    {"notificationType": "DID_RENEW", "subtype": None, "since": "2.0", "documented": True},
    {"notificationType": "REFUND", "subtype": "SEATS", "since": "2.23", "documented": True},
    {"notificationType": "UNCLAIM_SEATS", "subtype": None, "since": "2.23", "documented": True},
    {"notificationType": "DID_RENEW", "subtype": "SOLAR_ECLIPSE", "since": None, "documented": False},
]


class Miniature:
    """A corpus of a few lines and its ledger, to be spoilt before the check runs."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.state, self.truth, self.verify = map(copy.deepcopy, (STATE, TRUTH, VERIFY))
        self.sql = SCHEMA

    def check(self, *options, without_lines=False):
        """The exit status, what was printed, and what stands on standard error."""
        for name, lines in (("state", self.state), ("truth", self.truth), ("verify", self.verify)):
            text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
            (self.folder / f"{name}.jsonl").write_text(text)
        ledger = self.folder / "ledger.sqlite"
        ledger.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(ledger)) as connection:
            connection.executescript(self.sql)
        arguments = [str(self.folder), "--ledger", str(ledger), *options]
        if not without_lines:
            arguments += ["--verify-lines", str(self.folder / "verify.jsonl")]
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stderr(errors):
            status = script.main(arguments, output)
        return status, output.getvalue(), errors.getvalue()


class CheckSimulationTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.miniature = Miniature(folder.name)

    def assertDiffers(self, *sections):
        """Exactly these sections differ."""
        status, output, errors = self.miniature.check()
        self.assertEqual(errors, "")
        self.assertEqual(status, 1, output)
        listed = output.split("Differences by section\n")[1].splitlines()
        found = []
        for line in listed:
            if not line.startswith("  "):
                break
            found.append(line.strip().rsplit("  ", 1)[0])
        self.assertEqual(found, sorted(sections), output)
        return output

    def test_right_miniature_agrees(self):
        status, output, _ = self.miniature.check()
        self.assertEqual(status, 0, output)
        self.assertIn("Nothing differs.", output)
        for count in ("subscription  2", "purchase  1", "consent  2", "lines of verify     6", "states  9"):
            self.assertIn(f"  {count}\n", output)

    def test_runs_as_a_command(self):
        self.miniature.check()
        folder = self.miniature.folder
        with open(folder / "verify.jsonl") as lines:
            run = subprocess.run(
                [sys.executable, str(SCRIPTS / "check-simulation"), str(folder), "--ledger",
                 str(folder / "ledger.sqlite"), "--verify-lines", "-"],
                stdin=lines, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)

    def test_without_lines_says_that_records_are_not_compared(self):
        self.miniature.verify = []
        status, output, _ = self.miniature.check(without_lines=True)
        self.assertEqual(status, 0, output)
        self.assertIn("not compared: no --verify-lines", output)

    def test_empty_lines_are_no_agreement(self):
        self.miniature.verify = []
        self.assertDiffers("record missing", "record count")

    # Records

    def test_wrong_member_of_a_record(self):
        for position, member, value, section in (
            (0, "verdict", "duplicate", "record verdict"), (1, "reason", None, "record reason"),
            (2, "reason", "corrupt-archive", "record reason"), (4, "notificationUUID", "e5", "record notificationUUID"),
            (3, "detail", "signedTransactionInfo: untrusted-root: no anchor", "record inner reason"),
        ):
            with self.subTest(member=member, position=position):
                self.miniature.verify = copy.deepcopy(VERIFY)
                self.miniature.verify[position][member] = value
                self.assertDiffers(section)

    def test_record_missing_from_verify(self):
        for position in range(len(VERIFY)):
            with self.subTest(position=position):
                self.miniature.verify = VERIFY[:position] + VERIFY[position + 1:]
                self.assertDiffers("record missing", "record count")

    def test_record_missing_from_the_truth(self):
        del self.miniature.truth[3]
        self.assertDiffers("record unknown", "record count")

    def test_record_told_twice(self):
        self.miniature.verify.insert(1, self.miniature.verify[0])
        self.assertDiffers("record unknown", "record count")

    def test_records_out_of_order(self):
        self.miniature.verify.append(self.miniature.verify.pop(0))
        self.assertDiffers("record missing", "record order", "record unknown")

    def test_other_file_of_the_same_name(self):
        self.miniature.verify[4]["source"] = "some/corpus/archive/a.json/b.json"
        self.assertDiffers("record missing", "record unknown")

    def test_folder_before_the_archive_does_not_matter(self):
        for folder in ("", "./", "archive/", "/elsewhere/a/"):
            with self.subTest(folder=folder):
                self.miniature.verify = [
                    dict(line, source=folder + line["source"][len("some/corpus/archive/"):]) for line in VERIFY]
                status, output, _ = self.miniature.check()
                self.assertEqual(status, 0, output)

    def test_notification_that_was_not_kept(self):
        self.miniature.sql += "DELETE FROM notifications WHERE notification_uuid = 'b2';"
        self.assertDiffers("notification count")

    # Subjects

    def test_wrong_value_in_the_truth(self):
        cases = [
            (0, "intervals", member, value, section)
            for member, value, section in (
                ("from", 101, "intervals"), ("until", 201, "intervals"), ("origin", "attested", "intervals"),
                ("endCause", "open", "intervals"), ("transactionId", "49", "intervals"),
                ("productId", "yearly", "intervals"))
        ] + [
            (0, "lapses", member, value, "lapses")
            for member, value in (("from", 251), ("until", None), ("state", "expired"), ("cause", "voluntary"))
        ] + [
            (0, "states", member, value, "states")
            for member, value in (("at", 100), ("state", "expired"), ("cause", "grace"))
        ] + [
            (0, "revocations", member, value, "revocations")
            for member, value in (
                ("kind", "refund"), ("transactionId", "41"), ("revokedAt", 501), ("percentage", None),
                ("amount", 4991), ("currency", "USD"), ("removedFrom", None), ("removedUntil", 701),
                ("reversedAt", 900), ("reversal", "told"), ("purchaseSeen", False))
        ] + [
            (0, "discrepancies", member, value, "discrepancies")
            for member, value in (("code", "renewal-gap"), ("transactionId", "41"), ("notificationUUID", "a1"),
                                  ("instant", 451))
        ]
        for position, name, member, value, section in cases:
            with self.subTest(section=name, member=member):
                self.miniature.state = copy.deepcopy(STATE)
                self.miniature.state[position][name][0][member] = value
                output = self.assertDiffers(section)
                self.assertIn(f"  {section}  refunded  1 of 1\n", output)
                self.assertIn(f"  {section}  grace-recovered  1 of 1\n", output)

    def test_row_more_or_less(self):
        for name in ("intervals", "lapses", "revocations", "discrepancies"):
            with self.subTest(section=name):
                self.miniature.state = copy.deepcopy(STATE)
                row = self.miniature.state[0][name].pop()
                self.assertDiffers(name)
                self.miniature.state[0][name] += [row, row]
                self.assertDiffers(name)

    def test_row_more_or_less_in_the_ledger(self):
        for table, section in (("access_intervals", "intervals"), ("access_lapses", "lapses"),
                               ("revocations", "revocations"), ("discrepancies", "discrepancies")):
            with self.subTest(table=table):
                rows = f"{table} WHERE original_transaction_id = '41'"
                self.miniature.sql = SCHEMA + f"DELETE FROM {rows};"
                self.assertIn(section, self.section_names())
                self.miniature.sql = SCHEMA + f"INSERT INTO {table} SELECT * FROM {rows};"
                self.assertDiffers(section)

    def section_names(self):
        status, output, _ = self.miniature.check()
        self.assertEqual(status, 1)
        return output.split("Differences by section\n")[1]

    def test_both_sides_are_shown(self):
        self.miniature.state[0]["revocations"][0]["amount"] = 4991
        output = self.assertDiffers("revocations")
        self.assertIn("revocations: subscription 41 of com.example.meadow Production (account-000001; ", output)
        self.assertRegex(output, r"truth   kind refund-full, .*revokedAt 1970-01-01T00:00:00.500Z.*amount 4991")
        self.assertRegex(output, r"ledger  kind refund-full, .*amount 4990")

    def test_only_the_first_differences_are_shown(self):
        for position in range(3):
            self.miniature.state[0]["states"][position]["state"] = "revoked"
        self.miniature.state[1]["states"][0]["state"] = "revoked"
        status, output, _ = self.miniature.check("--differences", "1")
        self.assertEqual(status, 1)
        self.assertIn("\n1 more differences not shown\n2 differences\n", output)
        self.assertNotIn("subscription 42", output)

    def test_instant_that_nothing_holds(self):
        self.miniature.sql += "DELETE FROM access_lapses WHERE starts_at = 250;"
        del self.miniature.state[0]["lapses"][0]
        self.assertIn("state uncovered", self.assertDiffers("states"))

    def test_grace_without_an_end_is_trusted_up_to_the_horizon(self):
        self.miniature.sql += "UPDATE horizons SET horizon = 2000;"
        self.assertDiffers("states")

    def test_key_that_only_one_side_knows(self):
        self.miniature.state.append(purchase("49"))
        self.assertDiffers("key missing")
        self.miniature.state = STATE[:2] + STATE[3:]
        self.assertDiffers("key unknown")

    def test_environments_are_kept_apart(self):
        self.miniature.state[2]["environment"] = "Sandbox"
        self.assertDiffers("key missing", "key unknown")

    def test_discrepancy_of_no_key(self):
        self.miniature.sql += (f"INSERT INTO discrepancies VALUES ('{APP}', '{ENVIRONMENT}', NULL, 'renewal-gap',"
                               " NULL, NULL, 5);")
        self.assertDiffers("discrepancies")

    def test_wrong_value_of_a_consent(self):
        other = {"originalTransactionId": "42", "match": "direct"}
        bridged = {"originalTransactionId": "41", "match": "bridged"}
        for member, value, sections in (
            ("withdrawnAt", 601, ("consents", "consent revocations", "consent unknown")),
            ("returnedAt", 651, ("consents", "consent revocations")),
            ("returnedAt", None, ("consents", "consent revocations")),
            ("returnEvidence", "41", ("consents",)),
            ("joins", [other], ("consent joins",)), ("joins", [bridged], ("consent joins",)),
            ("joins", [], ("consent joins", "consent orphans", "consent revocations")),
        ):
            with self.subTest(member=member, value=value):
                self.miniature.state = copy.deepcopy(STATE)
                self.miniature.state[3][member] = value
                self.assertDiffers(*sections)

    def test_consent_that_only_one_side_knows(self):
        self.miniature.state.append(consent("73", "e5", 620))
        self.assertDiffers("consent missing")
        self.miniature.state = STATE[:4]
        self.assertDiffers("consent unknown")

    def test_orphan_that_is_none(self):
        self.miniature.sql += (f"INSERT INTO discrepancies VALUES ('{APP}', '{ENVIRONMENT}', NULL, 'orphan-consent',"
                               " 'c3', NULL, 600);")
        self.assertDiffers("consent orphans")

    def test_incomplete_subjects_are_counted_and_not_compared(self):
        for line in self.miniature.state:
            line["incomplete"] = True
        self.miniature.state[0]["intervals"] = []
        self.miniature.state[3]["joins"] = []
        self.miniature.state.append(dict(purchase("49"), incomplete=True))
        status, output, _ = self.miniature.check()
        self.assertEqual(status, 0, output)
        self.assertIn("not compared\n  consent  2\n  purchase  1\n  subscription  3\n", output)

    # Types

    def test_types_that_occur_and_that_are_missing(self):
        path = self.miniature.folder / "types.json"
        path.write_text(json.dumps(TYPES))
        status, output, _ = self.miniature.check("--types", str(path))
        self.assertEqual(status, 0)
        self.assertIn("  base pairs  1 of 2 occur\n    missing: DID_RENEW\n"
                      "  newer pairs  1 of 2 occur\n    missing: UNCLAIM_SEATS\n"
                      "  other pairs  1\n    DID_RENEW / SOLAR_ECLIPSE  1\n", output)

    # Inputs that cannot be checked

    def assertCannotCheck(self, words):
        status, _, errors = self.miniature.check()
        self.assertEqual(status, 2)
        self.assertIn(words, errors)

    def test_subject_told_twice(self):
        self.miniature.state.append(self.miniature.state[0])
        self.assertCannotCheck("state.jsonl, line 6: the subject was told before")

    def test_section_left_out(self):
        del self.miniature.state[1]["revocations"]
        self.assertCannotCheck("state.jsonl, line 2 lacks the member revocations")

    def test_member_left_out(self):
        del self.miniature.state[0]["intervals"][1]["until"]
        self.assertCannotCheck("state.jsonl, line 1: intervals lacks the member until")

    def test_lines_that_are_no_objects(self):
        self.miniature.state.append("[]\n")
        self.assertCannotCheck("state.jsonl, line 6: no JSON object")
        self.miniature.state = STATE
        self.miniature.verify.append("{cut\n")
        self.assertCannotCheck("verify, line 7:")

    def test_unknown_subject_or_fate(self):
        self.miniature.state[0]["subject"] = "tree"
        self.assertCannotCheck("unknown subject tree")
        self.miniature.truth[0]["fate"] = "lost"
        self.assertCannotCheck("unknown fate lost")

    def test_ledger_that_is_none(self):
        self.miniature.sql = "CREATE TABLE other (id TEXT);"
        self.assertCannotCheck("no such table")


if __name__ == "__main__":
    unittest.main()
