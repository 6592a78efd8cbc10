import { describe, expect, it } from 'vitest'
import type { Confirmation } from '#contract/accounts.ts'
import { type Action, createPolicies } from './policies.ts'

type Row = Record<Confirmation, boolean>

const always: Row = { required: true, due: true, confirmed: true }
const withinTheYear: Row = { required: false, due: false, confirmed: true }
const onceConfirmed: Row = { required: false, due: true, confirmed: true }

const expected: Record<Action, Row> = {
  'read listing': always,
  'read contact': onceConfirmed,
  'read profile': always,
  'post listing': withinTheYear,
  'edit listing': withinTheYear,
  'delete listing': always,
  'change status': always,
  'renew listing': withinTheYear,
  'make available': withinTheYear,
  'read photos': always,
  'upload photo': onceConfirmed,
  'confirm email': always,
  'read account': always,
  'change account': always,
  'export account': always,
  'delete account': always,
}

describe.each([
  ['contact', expected],
  ['members', expected],
  // What visitors may read, a new account may too.
  ['open', { ...expected, 'read contact': always }],
] as const)('with LISTING_ACCESS=%s', (LISTING_ACCESS, table) => {
  const { isConfirmedFor } = createPolicies({ LISTING_ACCESS })

  it.each(Object.entries(table))('%s asks for a confirmed mailbox as listed', (action, row) => {
    const actual = Object.fromEntries(
      Object.keys(row).map((confirmation) => [
        confirmation,
        isConfirmedFor(confirmation as Confirmation, action as Action),
      ]),
    )
    expect(actual).toEqual(row)
  })
})
