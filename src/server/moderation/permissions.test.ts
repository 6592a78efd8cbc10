import { expect, it } from 'vitest'
import type { LogAction, UserRole } from '#contract/moderation-rules.ts'
import { at } from '#tests/support/campus-email.ts'
import { createPolicies } from '../policies.ts'
import { findAllowedActions, type StaffMember, whyNotDecideAppeal } from './permissions.ts'

const now = Date.UTC(2026, 10, 15, 12)
const policies = createPolicies({ LISTING_ACCESS: 'contact' })

const member = (id: number, role: UserRole, email = at(String(id))): StaffMember => ({
  id,
  role,
  email,
  suspendedUntil: null,
})
const sam = member(1, 'moderator')
const mia = member(2, 'moderator')
const eve = member(3, 'admin')
const ann = member(4, 'admin')
const ada = member(9, 'student')

/** Returns the members of the staff who may decide a student's appeal against the actor's decision. */
function judges(staff: StaffMember[], action: LogAction, actor: StaffMember, student = ada) {
  const entry = {
    action,
    actor_id: actor.id,
    actor_email: actor.email,
    student_id: student.id,
    student_email: student.email,
    student_is_unproven: 0,
  }
  return staff.filter((viewer) => !whyNotDecideAppeal(entry, { viewer, policies, staff, now }))
}

it('lets another than who decided decide on an appeal', () => {
  expect(judges([sam, mia, eve], 'remove', sam)).toEqual([mia, eve])
  expect(judges([sam], 'remove', sam)).toEqual([sam])
  expect(judges([sam, { ...mia, suspendedUntil: now + 1 }], 'remove', sam)).toContain(sam)
  expect(judges([sam, { ...mia, suspendedUntil: now }], 'remove', sam)).not.toContain(sam)
})

it('counts as another who may decide only those who may', () => {
  expect(judges([sam, eve], 'ban', eve)).toEqual([eve])
  expect(judges([sam, eve, ann], 'ban', eve)).toEqual([ann])
  // An admin has warned a moderator, and no other moderator may decide on that.
  expect(judges([sam, mia, eve], 'warn', eve, sam)).toEqual([eve])
  expect(judges([sam, mia, eve, ann], 'warn', eve, sam)).toEqual([ann])
})

it('takes the accounts of one mailbox for one person', () => {
  const other = member(5, 'moderator', at('1+desk'))
  expect(judges([sam, other, mia], 'remove', sam)).toEqual([mia])
  expect(judges([sam, other], 'remove', sam)).toEqual([sam, other])
  expect(judges([sam, mia], 'remove', mia, other)).toEqual([mia])
})

it('looks at the highest role of the mailbox', () => {
  const allowed = (viewer: StaffMember, email: string, mustConfirm = false) =>
    findAllowedActions(
      {
        student: {
          ...{ id: 9, email, role: 'student', mustConfirm, confirmedAt: null },
          ...{ suspendedUntil: null, bannedAt: null },
        },
        isReported: true,
      },
      { viewer, policies, staff: [sam, mia, eve, ann], now },
    )
  expect(allowed(sam, at('9'))).toEqual(['keep', 'warn', 'suspend'])
  expect(allowed(eve, at('9'))).toEqual(['keep', 'warn', 'suspend', 'ban'])
  expect(allowed(sam, at('2+2'))).toEqual(['keep'])
  expect(allowed(sam, at('4+2'))).toEqual(['keep'])
  expect(allowed(eve, at('4+2'))).toEqual(['keep', 'warn', 'suspend'])
  // A stranger may have signed up with the unproven address, so its mailbox does not count.
  expect(allowed(sam, at('4+2'), true)).toEqual(['keep', 'warn', 'suspend'])
})
