import { describe, expect, it } from 'vitest'
import type { MailboxState } from '#contract/accounts.ts'
import { type Action, createPolicies, type Role, roleOf, roles } from './policies.ts'

type Row = Record<MailboxState, boolean>

const always: Row = { required: true, due: true, confirmed: true }
const withinTheYear: Row = { required: false, due: false, confirmed: true }
const onceConfirmed: Row = { required: false, due: true, confirmed: true }

const expected: Record<Action, Row> = {
  'read listing': always,
  'read student listing': onceConfirmed,
  'read fits': onceConfirmed,
  'read contact': onceConfirmed,
  'read profile': always,
  'post listing': withinTheYear,
  'edit listing': withinTheYear,
  'delete listing': always,
  'change status': always,
  'renew listing': withinTheYear,
  'make available': withinTheYear,
  'answer signal': always,
  'read photos': always,
  'upload photo': onceConfirmed,
  'start thread': onceConfirmed,
  'send message': onceConfirmed,
  'read messages': always,
  'block student': onceConfirmed,
  report: onceConfirmed,
  'save favourite': always,
  'read saved': always,
  'save search': onceConfirmed,
  'change saved': always,
  moderate: onceConfirmed,
  'decide on staff': always,
  ban: always,
  administer: onceConfirmed,
  'confirm email': always,
  'read account': always,
  'change account': always,
  'change name': always,
  'export account': always,
  'delete account': always,
}

describe.each([
  ['contact', expected],
  ['members', expected],
  // A new account may do whatever visitors may.
  ['open', { ...expected, 'read contact': always }],
] as const)('with LISTING_ACCESS=%s', (LISTING_ACCESS, table) => {
  const { isConfirmedFor } = createPolicies({ LISTING_ACCESS })

  it.each(Object.entries(table))('%s asks for a confirmed mailbox as listed', (action, row) => {
    const actual = Object.fromEntries(
      Object.keys(row).map((confirmation) => [
        confirmation,
        isConfirmedFor(confirmation as MailboxState, action as Action),
      ]),
    )
    expect(actual).toEqual(row)
  })
})

describe('roles', () => {
  const { can, canTry, isSecret, isSuspendedFrom } = createPolicies({ LISTING_ACCESS: 'contact' })
  const actions = Object.keys(expected) as Action[]

  const whoMay = (action: Action) => roles.filter((role) => can(role, action))

  it('let moderators decide on what others do, and admins on moderators, nobody on their own', () => {
    expect(whoMay('moderate')).toEqual(['moderator', 'admin'])
    expect(whoMay('decide on staff')).toEqual(['admin'])
    expect(whoMay('ban')).toEqual(['admin'])
    expect(whoMay('administer')).toEqual(['admin'])
    expect(whoMay('report')).toEqual(['student', 'moderator', 'admin'])
  })

  it('give moderators no right over the listings of others but to see their photos', () => {
    const staffOnly = actions.filter(
      (action) => can('moderator', action) !== can('student', action),
    )
    expect(staffOnly).toEqual(['read photos', 'moderate'])
  })

  it('leave owners who moderate what all owners may', () => {
    const user = { id: 1, role: 'admin' as const }
    const owner: Role = roleOf({ user, audience: 'students' }, { seller_id: 1 })
    expect(owner).toBe('owner')
    expect(roleOf({ user, audience: 'students' }, { seller_id: 2 })).toBe('admin')
  })

  it('hide that there are moderators from everyone else', () => {
    expect(actions.filter(isSecret)).toEqual(['moderate', 'administer'])
    expect(canTry('student', 'moderate')).toBe(false)
  })

  it('let the suspended do all but publish, rename themselves, upload, report, begin threads and read housing requests', () => {
    expect(actions.filter(isSuspendedFrom).toSorted()).toEqual([
      'change name',
      'edit listing',
      'make available',
      'post listing',
      'read fits',
      'read student listing',
      'renew listing',
      'report',
      'start thread',
      'upload photo',
    ])
  })
})
