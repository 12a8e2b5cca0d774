------------------------------ MODULE Versions ------------------------------
(* Why an answer is always the report of one committed state.                *)
(* Writers add rows; each commit adds to a stripe of the data's version, and *)
(* a row to the log of changes. Callers ask one process for two pages that   *)
(* share their totals. It answers from Postgres, from a standby, or from its *)
(* cache. Another caller keeps a copy by the log. See                        *)
(* 0002-versions-and-log.up.sql, run-report.ts, database-servers.ts and      *)
(* changes.ts.                                                               *)
(* x' is the value of x after a step. [f EXCEPT ![k] = v] is f with v at k.  *)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  Fault,       \* what is done wrong, or "none"
  Writes,      \* how many changes each writer makes, as <<2, 1>>
  Requests,    \* how many requests each caller makes
  Updates,     \* how often the copy is brought up to date
  HasStandby,
  Restores     \* how often a backup is restored

VARIABLES
  committed,   \* the logs of the states that Postgres has committed, the newest last
  shown,       \* the log of what the standby shows
  trimmed,     \* what was deleted of the log
  restores,    \* that may still come
  writers,     \* what each open transaction has written
  callers,     \* the request of each caller: `doing` comes next in it
  answers,     \* the cached answer of each page
  totals,      \* the cached totals, as an answer
  newest,      \* the newest version that the process has answered, NoVersion at first
  copy         \* of the report, and its version: the state that was seen, and what is read next

data == <<committed, shown, trimmed, restores>>
process == <<answers, totals, newest>>

Writers == DOMAIN Writes
Callers == DOMAIN Requests
Pages == {1, 2}

(* Stripe 1 is for any writer, as 32 are in Postgres; stripe w + 1 is of writer w, who finds stripe 1 locked. *)
Stripes == 1..Len(Writes) + 1
NoVersion == [stripe \in Stripes |-> -1]

None == [version |-> NoVersion, rows |-> {}, count |-> 0]
Idle == [doing |-> "ask", left |-> 0, page |-> 0, since |-> 0, onStandby |-> FALSE, newest |-> NoVersion,
         cached |-> None, read |-> None, seen |-> NoVersion,
         last |-> [page |-> 0, answer |-> None, isOneState |-> TRUE, isBack |-> FALSE]]
Empty == [seen |-> NoVersion, since |-> NoVersion, until |-> NoVersion, afterKey |-> 0, rows |-> {}, left |-> 0,
          isEqual |-> TRUE, isExplained |-> TRUE]
Ended == [rows |-> {}, stripe |-> 0, before |-> 0, after |-> 0, left |-> 0]

Max(numbers) == CHOOSE number \in numbers : \A other \in numbers : number >= other
RECURSIVE Sum(_, _)
Sum(version, stripes) ==
  IF stripes = {} THEN 0 ELSE LET first == CHOOSE s \in stripes : TRUE IN version[first] + Sum(version, stripes \ {first})

(* A version has all changes of another one if each of its stripes has. *)
HasChangesOf(version, other) ==
  IF Fault = "sum of versions" THEN Sum(version, Stripes) >= Sum(other, Stripes)
  ELSE \A s \in Stripes : version[s] >= other[s]
Joined(version, other) == [s \in Stripes |-> Max({version[s], other[s]})]

(* What a report answers where these commits are visible. *)
Rows(log) == UNION {commit.rows : commit \in log}
Version(log) == [s \in Stripes |-> Max({0} \union {commit.after : commit \in {each \in log : each.stripe = s}})]
Report(log) == [version |-> Version(log), rows |-> Rows(log), count |-> Cardinality(Rows(log))]
Primary == committed[Len(committed)]
Standby == IF HasStandby THEN shown ELSE Primary

Init ==
  /\ committed = <<{}>>
  /\ shown = {}
  /\ trimmed = {}
  /\ restores = Restores
  /\ writers = [w \in Writers |-> [Ended EXCEPT !.left = Writes[w]]]
  /\ callers = [c \in Callers |-> [Idle EXCEPT !.left = Requests[c]]]
  /\ answers = [page \in Pages |-> None]
  /\ totals = None
  /\ newest = NoVersion
  /\ copy = [Empty EXCEPT !.left = Updates]

(* Writers. A version's steps are random in Postgres. Here they are powers of two: other changes have another sum. *)

Step(w, number) == IF Fault = "steps of one" THEN 1 ELSE 2 ^ (2 * w + number)

(* A transaction keeps the stripe that it has. *)
StripeOf(w) ==
  CASE writers[w].stripe > 0 -> writers[w].stripe
    [] Fault /= "no lock" /\ \E other \in Writers \ {w} : writers[other].stripe = 1 -> w + 1
    [] OTHER -> 1

Write(w) ==
  LET stripe == StripeOf(w)
      number == 1 + Writes[w] - writers[w].left
      isFirst == writers[w].rows = {}
      before == IF isFirst THEN Version(Primary)[stripe] ELSE writers[w].before
      last == IF isFirst THEN before ELSE writers[w].after
      after == IF Fault = "no new version" /\ w = 2 THEN last ELSE last + Step(w, number)
  IN /\ writers[w].left > 0
     /\ writers' = [writers EXCEPT ![w] = [rows |-> @.rows \union {10 * w + number}, stripe |-> stripe, before |-> before,
                                           after |-> after, left |-> @.left - 1]]
     /\ UNCHANGED <<data, callers, process, copy>>

Commit(w) ==
  LET written == writers[w]
      commit == [stripe |-> written.stripe, before |-> written.before, after |-> written.after, rows |-> written.rows]
  IN /\ written.rows /= {}
     /\ committed' = Append(committed, Primary \union {commit})
     /\ writers' = [writers EXCEPT ![w] = [Ended EXCEPT !.left = written.left]]
     /\ UNCHANGED <<shown, trimmed, restores, callers, process, copy>>

Rollback(w) ==
  /\ writers[w].rows /= {}
  /\ writers' = [writers EXCEPT ![w] = [Ended EXCEPT !.left = writers[w].left]]
  /\ UNCHANGED <<data, callers, process, copy>>

(* Callers. Operators that end a step get the caller as it is in the middle of it. *)

(* An answer is judged when it is given: whether it is a state that was current since the request, or, from a standby, that of
   the commits up to its version; and whether its caller has seen a newer version. *)
Give(c, caller, answer) ==
  LET upTo == {commit \in Primary : commit.after <= answer.version[commit.stripe]}
      given == [page |-> caller.page, answer |-> answer,
                isOneState |-> IF caller.onStandby THEN answer = Report(upTo)
                               ELSE \E i \in caller.since..Len(committed) : answer = Report(committed[i]),
                isBack |-> \E s \in Stripes : answer.version[s] < caller.seen[s]]
      isLastWord == ~caller.onStandby /\ newest = caller.newest
  IN /\ callers' = [callers EXCEPT ![c] = [Idle EXCEPT !.left = caller.left, !.seen = answer.version, !.last = given]]
     /\ newest' = CASE ~HasStandby -> newest
                     [] isLastWord -> answer.version
                     [] OTHER -> Joined(newest, answer.version)

Await(c, caller, doing) ==
  LET early == IF Fault = "two snapshots" THEN [None EXCEPT !.version = Version(Primary)] ELSE None
  IN /\ callers' = [callers EXCEPT ![c] = [caller EXCEPT !.doing = doing, !.read = early]]
     /\ newest' = newest

(* Caller 1 sends the etag of its last answer (If-None-Match), others never do. *)
Tagged(c, caller) == IF c = 1 /\ caller.last.page = caller.page THEN caller.last.answer ELSE None

(* What the caller has, or the cache, is the answer if it is of this version. *)
Compare(c, caller, version) ==
  CASE Tagged(c, caller).version = version -> Give(c, caller, Tagged(c, caller))
    [] caller.cached.version = version -> Give(c, caller, caller.cached)
    [] Fault = "cached of any version" /\ caller.cached /= None -> Give(c, caller, caller.cached)
    [] OTHER -> Await(c, caller, "read")

(* The standby is asked if it answers at all, and shows no older version than this process has answered. *)
Ask(c, page, standbyAnswers) ==
  LET version == Version(Standby)
      caller == [callers[c] EXCEPT !.page = page, !.since = Len(committed), !.newest = newest, !.cached = answers[page],
                 !.left = @ - 1, !.onStandby = standbyAnswers /\ (HasChangesOf(version, newest) \/ Fault = "any standby")]
  IN /\ callers[c].doing = "ask" /\ callers[c].left > 0
     /\ CASE caller.cached = None /\ Tagged(c, caller) = None -> Await(c, caller, "read")
          [] caller.onStandby -> Compare(c, caller, version)
          [] OTHER -> Await(c, caller, "check")
     /\ UNCHANGED <<data, writers, answers, totals, copy>>

Check(c) ==
  /\ callers[c].doing = "check"
  /\ Compare(c, callers[c], Version(Primary))
  /\ UNCHANGED <<data, writers, answers, totals, copy>>

(* One statement, one snapshot: the version, the rows, and their count, unless that is cached with the same version. *)
Read(c) ==
  LET caller == callers[c]
      seen == Report(IF caller.onStandby THEN Standby ELSE Primary)
      version == IF Fault = "two snapshots" THEN caller.read.version ELSE seen.version
      isCached == totals.version = version \/ (Fault = "totals of any version" /\ totals /= None)
      count == IF isCached THEN totals.count ELSE seen.count
  IN /\ caller.doing = "read"
     /\ callers' = [callers EXCEPT ![c].doing = "reply",
                                   ![c].read = [version |-> version, rows |-> seen.rows, count |-> count]]
     /\ UNCHANGED <<data, writers, process, copy>>

Reply(c) ==
  LET caller == callers[c]
  IN /\ caller.doing = "reply"
     /\ answers' = [answers EXCEPT ![caller.page] = caller.read]
     /\ totals' = caller.read
     /\ Give(c, caller, caller.read)
     /\ UNCHANGED <<data, writers, copy>>

(* The copy: of each key the changes that were made to it. Two writers may change one key. *)

Key(row) == IF row < 20 THEN row % 10 ELSE 3 - (row % 10)
Keys(rows) == {Key(row) : row \in rows}

LogAfter(log, since) == {commit \in log \ trimmed : commit.after > since[commit.stripe]}

(* Whether each stripe's log goes on from exactly the version, or has ended there. *)
GoesOn(log, since) == \A s \in Stripes :
  LET later == {commit \in LogAfter(log, since) : commit.stripe = s}
  IN IF later = {} THEN Version(log)[s] = since[s] ELSE \E commit \in later : commit.before = since[s]

(* The keys of the log from `since` to `until`, or all keys where there is no `since`, as the rows are now; up to `lastKey` where that
   is not the last of them. Where the log doesn't go on from the state that was seen, the answer is 410 and the copy begins again. *)
Update(onStandby, lastKey) ==
  LET log == IF onStandby THEN Standby ELSE Primary
      rows == Rows(log)
      state == Version(log)
      isFirst == copy.since = NoVersion
      until == IF copy.until = NoVersion THEN state ELSE copy.until
      later == {commit \in LogAfter(log, copy.since) : commit.after <= until[commit.stripe]}
      reached == IF isFirst THEN until
                 ELSE [s \in Stripes |-> Max({copy.since[s]} \union {commit.after : commit \in {c \in later : c.stripe = s}})]
      touched == CASE isFirst -> Keys(rows)
                   [] Fault = "greatest id" -> Keys({row \in rows : \A known \in copy.rows : row > known})
                   [] Fault = "no keys" -> Keys(Rows({commit \in later : commit.stripe = 1}))
                   [] OTHER -> Keys(Rows(later))
      left == {key \in touched : key > copy.afterKey}
      isPart == \E key \in left : key > lastKey
      sent == {key \in left : key <= lastKey}
      isBroken == \E s \in Stripes :
        LET ofStripe == {commit \in later : commit.stripe = s}
        IN ofStripe /= {} /\ \A commit \in ofStripe : commit.before /= copy.since[s]
      isGone == /\ Fault /= "no chain"
                /\ copy.seen /= NoVersion
                /\ ~GoesOn(log, copy.seen) \/ (~isFirst /\ isBroken)
      updated == {row \in copy.rows : Key(row) \notin sent} \union {row \in rows : Key(row) \in sent}
      isLast == ~isPart /\ reached = state
      seen == IF Fault = "a part's end as its state" /\ ~isLast THEN reached ELSE state
      answered == [copy EXCEPT !.seen = seen, !.rows = updated, !.left = @ - 1, !.isEqual = (isLast => updated = rows),
                               !.since = IF isPart THEN @ ELSE reached, !.until = IF isPart THEN reached ELSE NoVersion,
                               !.afterKey = IF isPart THEN lastKey ELSE 0]
      gone == [Empty EXCEPT !.left = copy.left - 1, !.isExplained = restores < Restores \/ trimmed /= {}]
  IN /\ copy.left > 0
     /\ onStandby => HasChangesOf(state, copy.seen) \/ Fault = "any standby"
     /\ copy' = IF isGone THEN gone ELSE answered
     /\ UNCHANGED <<data, writers, callers, process>>

(* Servers *)

(* The standby may show commits in another order, but those of a stripe in theirs: each waited for the one before. *)
Replicate(commit) ==
  /\ HasStandby
  /\ commit.before = Version(shown)[commit.stripe]
  /\ shown' = shown \union {commit}
  /\ UNCHANGED <<committed, trimmed, restores, writers, callers, process, copy>>

(* The oldest of a stripe first, and the newest stays. *)
Trim(commit) ==
  /\ Updates > 0
  /\ \A earlier \in Primary \ trimmed : earlier.stripe = commit.stripe => earlier.before >= commit.before
  /\ \E later \in Primary : later.stripe = commit.stripe /\ later.before >= commit.after
  /\ trimmed' = trimmed \union {commit}
  /\ UNCHANGED <<committed, shown, restores, writers, callers, process, copy>>

(* Postgres starts again from a backup, and the standby from it. What is open is lost; callers may see older data. *)
Restore(backup) ==
  /\ restores > 0
  /\ restores' = restores - 1
  /\ committed' = Append(committed, committed[backup])
  /\ shown' = committed[backup]
  /\ writers' = [w \in Writers |-> [Ended EXCEPT !.left = writers[w].left]]
  /\ callers' = [c \in Callers |-> [Idle EXCEPT !.left = callers[c].left, !.last = callers[c].last]]
  /\ UNCHANGED <<trimmed, process, copy>>

Next ==
  \/ \E w \in Writers : Write(w) \/ Commit(w) \/ Rollback(w)
  \/ \E c \in Callers : \/ \E page \in Pages, standbyAnswers \in {HasStandby, FALSE} : Ask(c, page, standbyAnswers)
                        \/ Check(c) \/ Read(c) \/ Reply(c)
  \/ \E onStandby \in {HasStandby, FALSE}, lastKey \in {1, 2} : Update(onStandby, lastKey)
  \/ \E commit \in Primary \ shown : Replicate(commit)
  \/ \E commit \in Primary \ trimmed : Trim(commit)
  \/ \E backup \in DOMAIN committed : Restore(backup)

(* What holds in every state that any order of steps leads to. *)

(* Each answer is one committed state. *)
OneState == \A c \in Callers : callers[c].last.isOneState

(* Data that differ have versions that differ, so that no etag has two answers. *)
OneContent == \A i, j \in DOMAIN committed :
  Version(committed[i]) = Version(committed[j]) => Report(committed[i]) = Report(committed[j])

(* No caller sees an older version than before, unless a backup was restored. *)
NeverBack == \A c \in Callers : ~callers[c].last.isBack

(* After the last part of an answer, the copy is the report. *)
EqualCopy == copy.isEqual

(* Without a restored backup and a trimmed log, no answer is 410. *)
ExplainedGone == copy.isExplained
=============================================================================
