import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import {
  type Decision,
  decisions,
  isAppealable,
  signalActions,
} from '#contract/moderation-rules.ts'
import { at } from '#tests/support/campus-email.ts'
import { buildDecisionMail } from './decision-mail.ts'
import type { DecisionContext, ToldDecision } from './decision-texts.ts'

const appUrl = 'https://quad.example'
const now = Date.UTC(2026, 10, 15, 17)
const ada = {
  id: 1,
  firstName: '<b>Ada</b>',
  lastName: 'L',
  email: at('ada'),
  confirmedAt: null,
  mustConfirm: false,
  isSample: false,
}
const title = 'Lamp <script>alert(1)</script>'
const listing = { category: 'misc', id: 7 } as const

type Options = Partial<ToldDecision> & {
  student?: typeof ada
  listingTitle?: string | undefined
  context?: Omit<DecisionContext, 'now'>
}

function build({ student = ada, context, ...options }: Options) {
  const { listingTitle, ...decision } = { listingTitle: title, ...options }
  const told = { logId: 3, studentId: 1, action: 'remove', ...decision } as const
  const mail = buildDecisionMail(student, told, { ...context, appUrl, listingTitle, now })
  return { ...mail, text: mail.text.replaceAll(/[ \n]+/g, ' '), lines: mail.text }
}

describe('a mail about a decision', () => {
  it('says what happened, why, what the moderator wrote and until when to appeal where', () => {
    const { subject, text, html } = build({
      listing,
      reason: 'not_allowed',
      note: 'Read the rules.\n<img src=x>',
      appealToken: 'tok',
    })
    expect(subject).toBe(`Your ${campus.brand} listing was removed`)
    for (const part of [
      'A moderator removed your listing.',
      'The reason: Not allowed.',
      'The moderator wrote: > Read the rules. > <img src=x>',
      title,
      'You can appeal once, until Dec 5, 2026.',
      'Appeal: https://quad.example/appeal?token=tok',
      `What is allowed on ${campus.brand}: https://quad.example/rules`,
    ]) {
      expect(text).toContain(part)
    }
    expect(html).toContain('href="https://quad.example/appeal?token=tok"')
    expect(html).toContain('Read the rules.<br>\n&lt;img src=x&gt;</blockquote>')
    expect(html).not.toMatch(/<script|<b>|<img/)
  })

  it('calls reports what they are, not a reason', () => {
    const { text } = build({ action: 'hide', listing, reason: 'scam' })
    expect(text).toContain('Reported as: Scam.')
    expect(text).not.toContain('The reason')
  })

  it('says how long a listing is hidden: what is dangerous, until a moderator has looked at it', () => {
    const { text } = build({ action: 'hide', listing, reason: 'duplicate' })
    expect(text).toContain('see it for now, usually for 3 days at most.')
    for (const reason of ['scam', 'private_information'] as const) {
      expect(build({ action: 'hide', listing, reason }).text).toContain(
        'see it until a moderator has looked at it.',
      )
    }
  })

  it('has the title of the listing beside the subject', () => {
    expect(build({ listing }).html).toContain(
      '“Lamp &lt;script&gt;alert(1)&lt;/script&gt;”: A moderator removed your listing.',
    )
  })

  it('names the decision that an appeal was against, and who decided on it', () => {
    const rejected = (action: Decision) =>
      build({
        action: 'reject_appeal',
        note: 'No.',
        context: { appealed: { action, decidedAt: Date.UTC(2026, 10, 3, 17) } },
      }).text
    expect(rejected('remove')).toContain('against the removal of your listing on Nov 3, 2026.')
    expect(rejected('remove')).toContain('The moderator wrote:')
    expect(rejected('ban')).toContain('against the closing of your account on Nov 3, 2026.')
    expect(rejected('ban')).toContain('The admin wrote:')
  })

  it('tells of an account that is open again after an appeal, and of a suspension that still runs', () => {
    const appealed = { action: 'ban' as const, decidedAt: now - 1 }
    const open = { action: 'undo', undoes: 'ban', note: 'Sorry.' } as const
    const { text } = build({ ...open, context: { appealed, suspendedUntil: now + 1 } })
    expect(text).toContain('We looked at your appeal, and you were right. An admin undid')
    expect(text).toContain("Another suspension still runs until Nov 15, 2026. You can't post,")
    expect(text).toContain('start conversations or report. The admin wrote: > Sorry.')
    const { text: plain } = build({ ...open, context: { suspendedUntil: now } })
    expect(plain).not.toMatch(/appeal|suspension/)
  })

  it('does not promise what another suspension forbids', () => {
    const undone = { action: 'undo', undoes: 'suspend' } as const
    expect(build(undone).text).toContain('You can post, start conversations and report again.')
    const { text } = build({ ...undone, context: { suspendedUntil: now + 1 } })
    expect(text).not.toContain('You can post')
  })

  it('calls an admin who closes an account so', () => {
    const { text } = build({ action: 'ban', note: 'Bye.', appealToken: 'tok' })
    expect(text).toContain('An admin closed your account.')
    expect(text).toContain('The admin wrote: > Bye.')
    expect(text).toContain('Where possible, a different admin will review it.')
    expect(text).not.toContain('moderator')
  })

  it('has no button to appeal without a token', () => {
    expect(build({ listing }).text).not.toMatch(/appeal/i)
  })

  it('names a suspension with its end, which is that of the restriction', () => {
    const { text } = build({ action: 'suspend', days: 30 })
    expect(text).toContain(
      "suspended you until Dec 15, 2026. You can't post, report or start conversations",
    )
    expect(text).toContain('your listings stay up')
  })

  it.each([
    ['ask_to_edit', `Edit it: ${appUrl}/misc/create?id=7`],
    ['hide', `Edit it: ${appUrl}/misc/create?id=7`],
    ['show', `See it: ${appUrl}/misc/7`],
    ['keep', `See it: ${appUrl}/misc/7`],
  ] as const)('of %s leads to the listing, unless it was deleted meanwhile', (action, link) => {
    expect(build({ action, listing }).text).toContain(link)
    const { text } = build({ action, listing, listingTitle: undefined })
    expect(text).not.toMatch(/misc|YOUR LISTING/)
  })

  const sentence = 'Asks $5; the middle of 9 <i>lamps</i> is $20.'

  it.each([
    ['hide_signal', undefined, "removed it. It isn't shown any more. The note: "],
    ['keep_signal', undefined, 'looked at it and kept it. The note: '],
    ['undo', 'hide_signal', "we'll email you the outcome. The note: "],
    ['undo', 'keep_signal', "We'll email you the outcome. The note: "],
  ] as const)('of %s %s has the sentence of the signal', (action, undoes, before) => {
    const signal = {
      action,
      ...(undoes && { undoes }),
      listing,
      sentence,
      note: 'The photo is yours.',
    }
    const { text, html } = build(signal)
    expect(text).toContain(`${before}“${sentence}”`)
    expect(text).toContain('The moderator wrote: > The photo is yours.')
    expect(html).not.toContain('<i>')
    const unproven = build({ ...signal, student: { ...ada, mustConfirm: true } })
    expect(unproven.text).not.toMatch(/lamps|photo/)
    expect(build({ ...signal, sentence: undefined }).text).not.toContain('The note:')
  })

  it.each([
    ['student', `You're no longer a moderator of ${campus.brand}.`, false],
    ['moderator', `You're now a moderator of ${campus.brand}.`, true],
    ['admin', `You're now an admin of ${campus.brand}.`, true],
  ] as const)('tells of the role %s', (role, sentence, isStaff) => {
    const { text } = build({ action: 'role', role })
    expect(text).toContain(sentence)
    expect(text.includes(`${appUrl}/moderation`)).toBe(isStaff)
  })

  it('names nobody and quotes nothing to an address that is not proven', () => {
    const student = { ...ada, mustConfirm: true }
    const { subject, lines, html, text } = build({
      student,
      action: 'ask_to_edit',
      listing,
      note: 'Ada, please read the rules',
      reason: 'other',
      appealToken: 'tok',
    })
    for (const part of [subject, lines, html]) expect(part).not.toMatch(/Ada|Lamp|please read/)
    expect(text).toContain('Hi, ')
    expect(text).toContain('Edit it:')
    expect(text).toContain('/appeal?token=tok')
  })

  const undoable = [...decisions, ...signalActions]
  const told: [string, Partial<ToldDecision>][] = [
    ...undoable.map((action): [string, Partial<ToldDecision>] => [action, { action }]),
    ...undoable.map((undoes): [string, Partial<ToldDecision>] => [
      `undo of ${undoes}`,
      { action: 'undo', undoes },
    ]),
    ...(['hide', 'show', 'role', 'reject_appeal'] as const).map(
      (action): [string, Partial<ToldDecision>] => [action, { action }],
    ),
  ]

  it('has a subject of its own for each, without a name or title, since subjects are logged', () => {
    const subjects = told.map(([, decision]) => build({ ...decision, listing, days: 7 }).subject)
    expect(new Set(subjects).size).toBe(told.length)
    expect(subjects.join()).not.toMatch(/Ada|Lamp|\d/)
  })

  it.each(told)('about %s has lines that are not split by the encoding', (_, decision) => {
    const note = `${'words '.repeat(60)}\n${'words '.repeat(60)}`
    const action = decision.action ?? 'keep'
    const { lines } = build({
      ...decision,
      listing,
      note,
      ...(isAppealable(action) && { appealToken: 'tok' }),
    })
    for (const line of lines.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
    expect(lines).toMatch(/^> words/m)
    expect(lines).not.toMatch(/^words/m)
  })
})
