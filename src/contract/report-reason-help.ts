import type { ReportReason } from './report-reasons.ts'

/** A sentence for each reason that says when to choose it. */
export const reportReasonHelp: Record<ReportReason, string> = {
  scam: "Asks for money or data before you've seen anything, or offers something that doesn't exist.",
  gone: 'Sold, rented or taken, but still listed.',
  duplicate: 'The same thing is listed more than once.',
  wrong_category: 'It belongs in another category.',
  hateful: 'Excludes or insults people for who they are.',
  not_allowed: "Something the rules don't allow.",
  harassment: 'Threatens, insults or follows someone.',
  private_information: "Shows someone's number, address or picture without their consent.",
  other: "Something else. Tell us what's wrong.",
}
