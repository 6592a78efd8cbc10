import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { listingActions } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { insertTestReport } from '#tests/support/moderation-rows.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { runs } from '#tests/support/run-count.ts'
import { dayMs } from '../../durations.ts'

type Step =
  | { kind: 'decide'; action: 'keep' | 'ask_to_edit' | 'remove' | 'warn' | 'ban' }
  | { kind: 'suspend'; days: 7 | 30 }
  | { kind: 'undo'; which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('decide' as const),
    action: fc.constantFrom('keep', 'ask_to_edit', 'remove', 'warn', 'ban'),
  }),
  fc.record({ kind: fc.constant('suspend' as const), days: fc.constantFrom(7, 30) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }) },
)

/** A decision that is not undone. */
interface Standing {
  id: number
  action: string
  days?: number
}

/** Computes the state of a student and their listing from the decisions that are not undone, whatever their order was. */
function expected(standing: Standing[], start: number) {
  const has = (action: string) => standing.some((each) => each.action === action)
  const days = standing.flatMap((each) => each.days ?? [])
  return {
    status: has('remove') || has('ban') ? 'removed' : 'available',
    suspendedUntil: days.length > 0 ? start + Math.max(...days) * dayMs : null,
    isBanned: has('ban'),
    restrictions: days.length + Number(has('ban')),
  }
}

function outcome(answer: Standing | undefined): string {
  if (!answer) return 'open'
  return answer.action === 'keep' ? 'rejected' : 'upheld'
}

/** Whether the step is possible, by the same decisions. */
function isPossible(
  next: Step,
  standing: Standing[],
  { target, isReported }: { target: Standing | undefined; isReported: boolean },
): boolean {
  const has = (action: string) => standing.some((each) => each.action === action)
  if (next.kind === 'undo') {
    if (!target) return false
    const isHeld = has('ban') || (has('remove') && target.action !== 'remove')
    return !isOfListing(target.action) || !isHeld
  }
  if (next.kind === 'suspend') {
    return !has('ban') && standing.every(({ days = 0 }) => next.days > days)
  }
  if (next.action === 'warn' || next.action === 'ban') return !has('ban')
  if (next.action === 'keep' && !isReported) return false
  return !has('remove') && !has('ban')
}

const isOfListing = (action: string) => listingActions.some((each) => each === action)

it.each(engines)(
  'undoing decisions in any order leaves what the others did: %s',
  async (engine) => {
    const site = await openModerationSite(engine)
    const { eve, db, clock } = site
    let number = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const student = await site.addPerson('New', 'student', at(`new${++number}`))
        await db.run(sql`DELETE FROM reports`)
        const report = { reporterId: site.bob.id, studentId: student.id, listing: site.listing }
        await insertTestReport(db, { ...report, createdAt: clock.now })
        /** The decision that has answered the report. */
        let answer: Standing | undefined
        await db.run(sql`
          UPDATE listings SET seller_id = ${student.id}, status = 'available', status_before = NULL,
            takedown_id = NULL`)
        const standing: Standing[] = []
        for (const next of steps) {
          const seen = Math.max(
            (await site.seenOf(student.id)) ?? 0,
            (await site.seenOf(0, site.listing.id)) ?? 0,
          )
          const isUndo = next.kind === 'undo'
          const target = isUndo ? standing[next.which % (standing.length || 1)] : undefined
          if (isUndo && !target) continue
          const action = isUndo ? 'undo' : next.kind === 'suspend' ? 'suspend' : next.action
          const body = {
            action,
            seen,
            reason: isUndo ? 'mistake' : action === 'keep' ? 'within_rules' : 'scam',
            ...(next.kind === 'suspend' && { days: next.days }),
          }
          const isOfStudent = !isOfListing(action)
          const url = target
            ? apiPaths.undoDecision(target.id)
            : isOfStudent
              ? apiPaths.studentDecisions(student.id)
              : site.listingUrl
          const response = await eve.post(url, body)
          const isReported = answer === undefined
          const possible = isPossible(next, standing, { target, isReported })
          expect(response.status).toBe(possible ? 200 : 409)
          if (possible && target) {
            standing.splice(standing.indexOf(target), 1)
            if (answer === target) answer = undefined
          } else if (possible) {
            const days = next.kind === 'suspend' ? { days: next.days } : {}
            const decided = { id: response.body.id, action, ...days }
            standing.push(decided)
            const takesDown = action === 'remove' || action === 'ban'
            const isAnswered = answer && !(answer.action === 'keep' && takesDown)
            if ((action === 'ban' || !isOfStudent) && !isAnswered) answer = decided
          }
          const listing = await site.readListing()
          const user = await site.readStanding(student.id)
          const restrictions = await db.all(sql`
            SELECT restrictions.log_id FROM restrictions
            JOIN moderation_log ON moderation_log.id = restrictions.log_id
            WHERE student_id = ${student.id}`)
          expect({
            status: listing?.status,
            suspendedUntil: user?.suspended_until,
            isBanned: user?.banned_at !== null,
            restrictions: restrictions.length,
            reports: await site.readReports(),
          }).toEqual({ ...expected(standing, clock.now), reports: [outcome(answer)] })
        }
      }),
      { numRuns: runs(40) },
    )
  },
  60_000,
)
