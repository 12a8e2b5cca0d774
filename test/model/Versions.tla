------------------------------ MODULE Versions ------------------------------
(* Why an answer is always the report of one committed state.                *)
(* Writers add rows; each change adds to a stripe of the data's version.     *)
(* Callers ask one process for two pages that share their totals. It answers *)
(* from Postgres, from a standby, or from its cache. See                     *)
(* 0001-baseline.up.sql, run-report.ts and database-servers.ts.              *)
(* x' is the value of x after a step. [f EXCEPT ![k] = v] is f with v at k.  *)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  Fault,       \* what is done wrong, or "none"
  Writes,      \* how many changes each writer makes, as <<2, 1>>
  Requests,    \* how many requests each caller makes
  HasStandby,
  Restores     \* how often a backup is restored

VARIABLES
  committed,   \* the states of the data that Postgres has committed, the newest last
  shown,       \* which of them the standby shows
  restores,    \* that may still come
  writers,     \* what each open transaction has written
  callers,     \* the request of each caller: `doing` comes next in it
  answers,     \* the cached answer of each page
  totals,      \* the cached totals, as an answer
  newest       \* the newest version that the process has answered, -1 at first

data == <<committed, shown, restores>>
process == <<answers, totals, newest>>

Writers == DOMAIN Writes
Callers == DOMAIN Requests
Pages == {1, 2}

None == [version |-> -1, rows |-> {}, count |-> 0]
Idle == [doing |-> "ask", left |-> 0, page |-> 0, since |-> 0, onStandby |-> FALSE, newest |-> -1,
         cached |-> None, read |-> None, seen |-> -1,
         last |-> [page |-> 0, answer |-> None, isOneState |-> TRUE, isBack |-> FALSE]]

RECURSIVE Sum(_)
Sum(stripes) == IF stripes = <<>> THEN 0 ELSE Head(stripes) + Sum(Tail(stripes))
(* A state of the data, and what a report of it answers. *)
Content(rows, stripes) == [stripes |-> stripes, report |-> [version |-> Sum(stripes), rows |-> rows, count |-> Cardinality(rows)]]
Primary == committed[Len(committed)]
Standby == IF HasStandby THEN committed[shown] ELSE Primary

(* Stripe 1 is for any writer, as 32 are in Postgres; stripe w + 1 is of writer w, who finds stripe 1 locked. *)
NoStripes == [stripe \in 1..Len(Writes) + 1 |-> 0]
Ended == [rows |-> {}, stripes |-> NoStripes, left |-> 0]

Init ==
  /\ committed = <<Content({}, NoStripes)>>
  /\ shown = 1
  /\ restores = Restores
  /\ writers = [w \in Writers |-> [Ended EXCEPT !.left = Writes[w]]]
  /\ callers = [c \in Callers |-> [Idle EXCEPT !.left = Requests[c]]]
  /\ answers = [page \in Pages |-> None]
  /\ totals = None
  /\ newest = -1

(* Writers. A version's steps are random in Postgres. Here they are powers of two: other changes have another sum. *)

Step(w, number) == IF Fault = "steps of one" THEN 1 ELSE 2 ^ (2 * w + number)

StripeOf(w) ==
  IF Fault /= "no lock" /\ \E other \in Writers \ {w} : writers[other].stripes[1] > 0 THEN w + 1 ELSE 1

Write(w) ==
  LET stripe == StripeOf(w)
      number == Cardinality(writers[w].rows) + 1
      own == writers[w].stripes[stripe]
      before == IF own > 0 THEN own ELSE Primary.stripes[stripe]
      after == IF Fault = "no new version" /\ w = 2 THEN 0 ELSE before + Step(w, number)
  IN /\ writers[w].left > 0
     /\ writers' = [writers EXCEPT ![w].rows = @ \union {10 * w + number},
                                   ![w].stripes[stripe] = after, ![w].left = @ - 1]
     /\ UNCHANGED <<data, callers, process>>

Commit(w) ==
  LET written == writers[w]
      stripes == [s \in DOMAIN NoStripes |-> IF written.stripes[s] > 0 THEN written.stripes[s] ELSE Primary.stripes[s]]
  IN /\ written.rows /= {}
     /\ committed' = Append(committed, Content(Primary.report.rows \union written.rows, stripes))
     /\ writers' = [writers EXCEPT ![w] = Ended]
     /\ UNCHANGED <<shown, restores, callers, process>>

Rollback(w) ==
  /\ writers[w].rows /= {}
  /\ writers' = [writers EXCEPT ![w] = Ended]
  /\ UNCHANGED <<data, callers, process>>

(* Callers. Operators that end a step get the caller as it is in the middle of it. *)

(* An answer is judged when it is given: whether it is a state that was current since the request, or, from a standby, ever; and
   whether its caller has seen a newer version. *)
Give(c, caller, answer) ==
  LET since == IF caller.onStandby THEN 1 ELSE caller.since
      given == [page |-> caller.page, answer |-> answer,
                isOneState |-> \E i \in since..Len(committed) : answer = committed[i].report,
                isBack |-> answer.version < caller.seen]
      isLastWord == ~caller.onStandby /\ newest = caller.newest
  IN /\ callers' = [callers EXCEPT ![c] = [Idle EXCEPT !.left = caller.left, !.seen = answer.version, !.last = given]]
     /\ newest' = IF HasStandby /\ (answer.version > newest \/ isLastWord) THEN answer.version ELSE newest

Await(c, caller, doing) ==
  LET early == IF Fault = "two snapshots" THEN [None EXCEPT !.version = Primary.report.version] ELSE None
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
  LET version == Standby.report.version
      caller == [callers[c] EXCEPT !.page = page, !.since = Len(committed), !.newest = newest, !.cached = answers[page],
                 !.left = @ - 1, !.onStandby = standbyAnswers /\ (version >= newest \/ Fault = "any standby")]
  IN /\ callers[c].doing = "ask" /\ callers[c].left > 0
     /\ CASE caller.cached = None /\ Tagged(c, caller) = None -> Await(c, caller, "read")
          [] caller.onStandby -> Compare(c, caller, version)
          [] OTHER -> Await(c, caller, "check")
     /\ UNCHANGED <<data, writers, answers, totals>>

Check(c) ==
  /\ callers[c].doing = "check"
  /\ Compare(c, callers[c], Primary.report.version)
  /\ UNCHANGED <<data, writers, answers, totals>>

(* One statement, one snapshot: the version, the rows, and their count, unless that is cached with the same version. *)
Read(c) ==
  LET caller == callers[c]
      seen == IF caller.onStandby THEN Standby.report ELSE Primary.report
      version == IF Fault = "two snapshots" THEN caller.read.version ELSE seen.version
      isCached == totals.version = version \/ (Fault = "totals of any version" /\ totals /= None)
      count == IF isCached THEN totals.count ELSE seen.count
  IN /\ caller.doing = "read"
     /\ callers' = [callers EXCEPT ![c].doing = "reply",
                                   ![c].read = [version |-> version, rows |-> seen.rows, count |-> count]]
     /\ UNCHANGED <<data, writers, process>>

Reply(c) ==
  LET caller == callers[c]
  IN /\ caller.doing = "reply"
     /\ answers' = [answers EXCEPT ![caller.page] = caller.read]
     /\ totals' = caller.read
     /\ Give(c, caller, caller.read)
     /\ UNCHANGED <<data, writers>>

(* Servers *)

Replicate ==
  /\ HasStandby /\ shown < Len(committed)
  /\ shown' = shown + 1
  /\ UNCHANGED <<committed, restores, writers, callers, process>>

(* Postgres starts again from a backup, and the standby from it. What is open is lost; callers may see older data. *)
Restore(backup) ==
  /\ restores > 0
  /\ restores' = restores - 1
  /\ committed' = Append(committed, committed[backup])
  /\ shown' = Len(committed) + 1
  /\ writers' = [w \in Writers |-> IF writers[w].rows = {} THEN writers[w] ELSE Ended]
  /\ callers' = [c \in Callers |-> [Idle EXCEPT !.left = callers[c].left, !.last = callers[c].last]]
  /\ UNCHANGED process

Next ==
  \/ \E w \in Writers : Write(w) \/ Commit(w) \/ Rollback(w)
  \/ \E c \in Callers : \/ \E page \in Pages, standbyAnswers \in {HasStandby, FALSE} : Ask(c, page, standbyAnswers)
                        \/ Check(c) \/ Read(c) \/ Reply(c)
  \/ Replicate
  \/ \E backup \in DOMAIN committed : Restore(backup)

(* What holds in every state that any order of steps leads to. *)

(* Each answer is one committed state. *)
OneState == \A c \in Callers : callers[c].last.isOneState

(* Data that differ have versions that differ, so that no etag has two answers. *)
OneContent == \A i, j \in DOMAIN committed :
  committed[i].report.version = committed[j].report.version => committed[i].report = committed[j].report

(* No caller sees an older version than before, unless a backup was restored. *)
NeverBack == \A c \in Callers : ~callers[c].last.isBack
=============================================================================
