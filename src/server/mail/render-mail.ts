import { campus } from '#campus/campus.ts'
import { oneLine, removeBidiControls } from '#categories/text-rules.ts'
import type { LogAction, UntoldAction } from '#contract/moderation-rules.ts'
import {
  footerLinks,
  type MailContent,
  type MailItem,
  type MailLink,
  type MailSection,
  senderLines,
} from './mail-content.ts'
import { renderHtml } from './mail-html.ts'
import type { Mail } from './mail-transport.ts'

export function renderMail(
  template: TemplateName,
  { email }: { email: string },
  subject: string,
  content: MailContent,
): Mail {
  const { unsubscribe } = content
  return {
    template,
    to: email,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.url }),
  }
}

/** The names of all emails, as logs show them. Each has a sample in `dev/mail-previews/mail-samples.ts`. */
export type TemplateName =
  | 'confirmation-code'
  | 'join-code'
  | 'identity-code'
  | 'university-joined'
  | 'password-reset'
  | 'password-changed'
  | 'login-change'
  | 'test'
  | 'setup-test'
  | 'setup-code'
  | 'unread-messages'
  | 'meeting-reminder'
  | 'meeting-question'
  | 'meeting-cancelled'
  | 'listing-reminders'
  | 'saved-news'
  | 'still-looking'
  | `moderation-${Exclude<LogAction, UntoldAction>}`
  | 'moderation-waiting'
  | 'settings-changed'
  | 'role-ending'
  | 'roles-ending'
  | 'export-link'
  | 'deletion-planned'
  | 'account-kept'
  | 'admin-alert'
  | 'weekly-figures'
  | 'ask-if-gone'
  | `report-${'upheld' | 'upheld_later' | 'rejected' | 'closed' | 'left' | 'still_there' | 'sold' | 'expired'}`

/** Renders plain text. Words of students never begin a line, because such a line could look like our footer. */
function renderText(content: MailContent): string {
  const {
    heading,
    greeting,
    paragraphs,
    quote,
    remark,
    code,
    sections = [],
    button,
    note,
  } = content
  const blocks = [
    wrapIndented(heading),
    ...[greeting, ...paragraphs].map(wrap),
    ...(quote ? [wrapIndented(quote.label), quoteLines(quote.text)] : []),
    ...(remark ? [wrap(remark)] : []),
    ...(code ? [code] : []),
    ...sections.flatMap(sectionBlocks),
    ...(button ? [linkLines(button)] : []),
    ...(note ? [wrap(note)] : []),
    footerBlock(content),
  ]
  return blocks.map((block) => `${block}\n`).join('\n')
}

const linkLines = ({ label, url }: MailLink) => `${oneLine(label)}:\n${url}`

function sectionBlocks({ heading, items, more, link }: MailSection): string[] {
  return [
    wrapIndented(heading.toUpperCase()),
    ...items.map(itemLines),
    ...(more ? [typeof more === 'string' ? wrap(more) : linkLines(more)] : []),
    ...(link ? [linkLines(link)] : []),
  ]
}

function itemLines({ title, price, text, remark, url, link }: MailItem): string {
  const details = [price, text].filter(Boolean).join(' · ')
  return [
    wrapIndented(title),
    ...(details ? [wrapIndented(details)] : []),
    ...(remark ? [wrap(remark)] : []),
    ...(url ? [url] : []),
    ...(link ? [linkLines(link)] : []),
  ].join('\n')
}

function footerBlock({ unsubscribe }: MailContent): string {
  return [
    '--',
    ...(unsubscribe
      ? [wrap(unsubscribe.reason), ...footerLinks(unsubscribe).map(linkLines), '']
      : []),
    `${campus.brand} - ${campus.communityName}`,
    ...senderLines(),
  ].join('\n')
}

/** Wraps lines. Longer ones would be sent as quoted-printable, which splits the link. */
const wrap = (text: string) => oneLine(text).replaceAll(/(?=.{73})(.{1,72}) /g, '$1\n')

/** Wraps a text with words of students. Each further line is indented, to mark it as part of the text. */
const wrapIndented = (text: string) => breakShorter(oneLine(text)).replaceAll('\n', '\n  ')

/** Keeps the lines of a quote and marks each. All control characters except tabs begin a new line too. */
const quoteLines = (text: string) =>
  removeBidiControls(text)
    .split(/\r\n|[^\P{Cc}\t]|[\u2028\u2029]/u)
    .flatMap((line) => breakShorter(line).split('\n'))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** Breaks lines two characters earlier, to leave room for the mark of the next line. */
const breakShorter = (line: string) => line.replaceAll(/(?=.{71})(.{1,70}) /g, '$1\n')
