import type { ReportReason } from '#contract/report-reasons.ts'

/** What each reason is for, in a sentence. */
export const reportReasonHelp: Record<ReportReason, string> = {
  scam: 'Wants money or data before you have seen anything, or offers what is not there.',
  gone: 'Sold, rented or taken, but still listed.',
  duplicate: 'The same thing is listed more than once.',
  wrong_category: 'It belongs in another part of the board.',
  hateful: 'Shuts people out, or insults them, for who they are.',
  not_allowed: 'Something that the rules keep off the board.',
  harassment: 'Threatens, insults or follows someone.',
  private_information: 'Shows someone’s number, address or picture without their consent.',
  other: 'Anything else. Please say what it is.',
}
