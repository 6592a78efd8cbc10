/** The reasons for a report, in the order of the dialog. */
export const reportReasons = [
  'scam',
  'gone',
  'duplicate',
  'wrong_category',
  'hateful',
  'not_allowed',
  'harassment',
  'private_information',
  'other',
] as const

export type ReportReason = (typeof reportReasons)[number]

export const reportReasonLabels: Record<ReportReason, string> = {
  scam: 'Scam',
  gone: 'Already gone',
  duplicate: 'Duplicate',
  wrong_category: 'Wrong category',
  hateful: 'Discriminatory or hateful',
  not_allowed: 'Not allowed',
  harassment: 'Harassment',
  private_information: 'Private information',
  other: 'Other',
}

/** The reasons for reporting a student. The other reasons are about a listing. */
export const studentReportReasons: readonly ReportReason[] = [
  'scam',
  'hateful',
  'not_allowed',
  'harassment',
  'private_information',
  'other',
]

/** The shortest note that explains "Other". */
export const minOtherNoteLength = 10

export const maxReportNoteLength = 1000

export const maxReportsPerDay = 10
