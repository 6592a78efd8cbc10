import { describe, expect, it } from 'vitest'
import { listingStatuses } from '#contract/listing-status.ts'
import {
  decisions,
  listingActions,
  logActions,
  signalActions,
  studentActions,
  userRoles,
} from '#contract/moderation-rules.ts'
import { at } from '#tests/support/campus-email.ts'
import { dayMs } from '../durations.ts'
import { createPolicies } from '../policies.ts'
import { whyForbidden, whyNotListing, whyNotStudent, whyNotUndo } from './decision-rules.ts'

const now = Date.UTC(2026, 10, 15, 12)

const person = (id: number, role: (typeof userRoles)[number], email = at(String(id))) => ({
  id,
  role,
  email,
})

const policies = createPolicies({ LISTING_ACCESS: 'contact' })
const mod = person(1, 'moderator')
const admin = person(2, 'admin')

describe('who may decide', () => {
  it.each(logActions)('nobody on their own things: %s', (action) => {
    expect(whyForbidden(policies, admin, admin, action)).toMatch('your own')
    const otherAddress = person(3, 'student', at('2+books'))
    expect(whyForbidden(policies, admin, otherAddress, action)).toMatch('your own')
  })

  it('moderators everything about students but a ban', () => {
    const forbidden = logActions.filter((action) =>
      whyForbidden(policies, mod, person(3, 'student'), action),
    )
    expect(forbidden).toEqual(['ban'])
  })

  it.each(['moderator', 'admin'] as const)('moderators nothing against a %s', (role) => {
    const forbidden = logActions.filter((action) =>
      whyForbidden(policies, mod, person(3, role), action),
    )
    expect(forbidden).toEqual(['warn', 'suspend', 'ban'])
  })

  it.each(userRoles)('admins everything about a %s', (role) => {
    const forbidden = logActions.filter((action) =>
      whyForbidden(policies, admin, person(3, role), action),
    )
    expect(forbidden).toEqual([])
  })
})

describe('when a decision is possible', () => {
  it('on every listing that is not removed; to keep it only if it is reported or hidden', () => {
    const impossible = (isReported: boolean) =>
      listingStatuses.map((status) => [
        status,
        listingActions.filter((action) => whyNotListing(action, { status, isReported })),
      ])
    const open = ['available', 'pending', 'sold', 'expired']
    expect(Object.fromEntries(impossible(true))).toEqual({
      ...Object.fromEntries(open.map((status) => [status, []])),
      hidden: [],
      removed: listingActions,
    })
    expect(Object.fromEntries(impossible(false))).toEqual({
      ...Object.fromEntries(open.map((status) => [status, ['keep']])),
      hidden: [],
      removed: listingActions,
    })
  })

  const free = {
    role: 'student' as const,
    suspendedUntil: null,
    bannedAt: null,
    isReported: true,
  }
  const impossible = (standing: object) =>
    studentActions.filter((action) =>
      whyNotStudent({ action, days: 7 }, { ...free, ...standing }, now),
    )

  it('on a student of each standing', () => {
    expect(impossible({})).toEqual([])
    expect(impossible({ isReported: false })).toEqual(['keep'])
    expect(impossible({ role: 'moderator' })).toEqual(['ban'])
    expect(impossible({ role: 'admin' })).toEqual(['ban'])
    expect(impossible({ bannedAt: now })).toEqual(['warn', 'suspend', 'ban'])
  })

  it('a suspension that ends later than the one in force', () => {
    expect(impossible({ suspendedUntil: now + 7 * dayMs })).toEqual(['suspend'])
    expect(impossible({ suspendedUntil: now + 7 * dayMs - 1 })).toEqual([])
    expect(
      whyNotStudent(
        { action: 'suspend', days: 7 },
        { ...free, suspendedUntil: now + 30 * dayMs },
        now,
      ),
    ).toBe('This student is already suspended until Dec 15, 2026.')
  })
})

describe('what can be undone', () => {
  const ofStudent = {
    id: 5,
    undone_by: null,
    student_banned_at: null,
    listing_id: null,
    listing_status: null,
    listing_takedown_id: null,
  }
  const ofListing = { ...ofStudent, listing_id: 1, listing_status: 'available' as const }
  const undoable = (entry: Omit<Parameters<typeof whyNotUndo>[0], 'action'>) =>
    logActions.filter((action) => !whyNotUndo({ ...entry, action }))

  const all = [...decisions, ...signalActions, 'decide_together']

  it('decisions, once, also after the account is closed', () => {
    expect(undoable(ofStudent)).toEqual(all)
    expect(undoable({ ...ofStudent, student_banned_at: now })).toEqual(all)
    expect(undoable({ ...ofStudent, undone_by: 6 })).toEqual([])
  })

  it('of a removed listing the removal first, whose account must not be closed', () => {
    expect(undoable(ofListing)).toEqual(all)
    const removed = { ...ofListing, listing_status: 'removed' as const }
    expect(undoable({ ...removed, listing_takedown_id: 6 })).toEqual([])
    expect(undoable({ ...removed, listing_takedown_id: 5 })).toEqual(all)
    expect(undoable({ ...removed, listing_takedown_id: 5, student_banned_at: now })).toEqual([])
    expect(undoable({ ...ofListing, listing_status: null })).toEqual(all)
  })
})
