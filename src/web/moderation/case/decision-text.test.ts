import { expect, it } from 'vitest'
import {
  listingDecisionBody,
  studentDecisionBody,
  undoBody,
} from '#contract/moderation-decisions.ts'
import { decisions, listingActions, studentActions } from '#contract/moderation-rules.ts'
import type { CaseCluster } from '#contract/teamwork.ts'
import { sharingTitleOnly } from './cluster-section.tsx'
import { decisionText, undoText } from './decision-text.ts'

const about = { note: 'Long enough to say why', seen: null }
const ofListing = { name: 'Ada L.', title: 'Desk lamp' }

it('offers reasons that the API takes, for every decision', () => {
  for (const action of listingActions) {
    for (const reason of decisionText(action, ofListing).reasons) {
      const body = { ...about, action, reason }
      expect(listingDecisionBody.safeParse(body).success, `${action} ${reason}`).toBe(true)
    }
  }
  for (const action of studentActions) {
    for (const reason of decisionText(action, { name: 'Ada L.' }).reasons) {
      const body = { ...about, action, reason, days: 7 }
      expect(studentDecisionBody.safeParse(body).success, `${action} ${reason}`).toBe(true)
    }
  }
  for (const reason of undoText('remove', { name: 'Ada L.' }).reasons) {
    expect(undoBody.safeParse({ ...about, reason }).success, `undo ${reason}`).toBe(true)
  }
})

it('decides about the seller by the reasons for students, also beside a listing', () => {
  expect(decisionText('warn', ofListing).reasons).toEqual(
    decisionText('warn', { name: 'Ada L.' }).reasons,
  )
})

it('says of a student and of a listing what will happen', () => {
  expect(decisionText('keep', ofListing)).toMatchObject({
    title: 'Keep this listing?',
    consequence: expect.stringContaining("can't be hidden again for the same reasons"),
  })
  expect(decisionText('keep', { name: 'Ada L.' }).consequence).not.toContain('hidden')
  expect(decisionText('ban', ofListing).consequence).toContain('After 30 days')
  expect(undoText('ban', { name: 'Deleted student' }).consequence).toContain('sign up again')
  expect(undoText('hide_signal', ofListing)).toMatchObject({
    title: 'Undo “Hide this signal”?',
    consequence:
      'The signal is shown again, and the answer waits for a decision. We tell the seller.',
  })
})

it('offers only reasons that fit', () => {
  expect(decisionText('keep', ofListing).reasons).toEqual(['within_rules', 'other'])
  expect(undoText('remove', ofListing).reasons).toEqual(['mistake', 'new_facts', 'other'])
})

it('asks for a note where the student would not know what it is about', () => {
  expect(decisions.filter((action) => decisionText(action, ofListing).asksNote)).toEqual([
    'warn',
    'suspend',
    'ban',
  ])
})

it('asks for how long of a suspension alone, and says what goes on', () => {
  expect(decisions.filter((action) => decisionText(action, ofListing).asksDays)).toEqual([
    'suspend',
  ])
  expect(decisionText('suspend', ofListing).consequence).toContain(
    "can't post, report or start conversations. They can reply in the ones they have",
  )
})

it('suggests a reason only of the ones it offers', () => {
  for (const action of decisions) {
    const { suggestedReason, reasons } = decisionText(action, ofListing)
    if (suggestedReason) expect(reasons).toContain(suggestedReason)
  }
  expect(undoText('ban', { name: 'Ada L.' }).reasons).toContain('mistake')
})

it('chooses no case beforehand that shares nothing but a title', () => {
  const listings = [1, 2, 3].map((id) => ({ id }))
  const shares = [
    { kind: 'title', value: null, listings: [1, 2, 3] },
    { kind: 'phone', value: '5195550123', listings: [1, 3] },
  ]
  const cluster = { listings, shares } as unknown as CaseCluster
  expect(sharingTitleOnly(cluster, 1)).toEqual([2])
  expect(sharingTitleOnly(cluster, 2)).toEqual([])
})
