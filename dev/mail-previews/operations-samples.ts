import { alertTexts, buildAlertMail } from '#server/operations/alerts.ts'
import { buildWeeklyMail } from '#server/operations/weekly-mail.ts'
import type { MailVariants, SampleContext } from './sample-context.ts'

const numbers = [
  { label: 'New listings', value: '148', before: '131' },
  { label: 'New students', value: '37', before: '52' },
  { label: 'Answered within a day', value: '71%', before: '64%' },
  { label: 'Median time to the first reply', value: '5.5 h', before: '7.2 h' },
  { label: 'Sold or rented within 14 days, of the week before', value: '28%', before: '31%' },
]

const tasks = ['3 reports waiting, 1 for more than three days.', 'Jobs that failed: 2.']

export function operationsSamples({ appUrl, links, student }: SampleContext) {
  const unsubscribeUrl = links.unsubscribeUrl({ kind: 'weekly', id: 1, createdAt: 0 })
  const weekly = { numbers, appUrl, unsubscribeUrl }
  const { begins, ends } = alertTexts.backup
  return {
    'weekly-figures': [
      { name: 'usual', mail: buildWeeklyMail(student, { ...weekly, tasks }) },
      { name: 'nothing to do', mail: buildWeeklyMail(student, { ...weekly, tasks: [] }) },
    ],
    'admin-alert': [
      { name: 'begins', mail: buildAlertMail(student, { text: begins, appUrl }) },
      { name: 'ends', mail: buildAlertMail(student, { text: `All clear: ${ends}`, appUrl }) },
    ],
  } satisfies Record<string, MailVariants>
}
