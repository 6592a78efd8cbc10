import { universities } from '#campus.ts'

export interface DemoStudent {
  firstName: string
  lastName: string
  email: string
  password: string
}

/** The password of every sample student; the log says it at start. */
export const demoPassword = 'campus-demo-1!'

/** Of the second university and its second domain where the campus has them, else of the first. */
function student(firstName: string, lastName: string, campus: number, domain = 0): DemoStudent {
  const domains = (universities[campus] ?? universities[0])?.emailDomains
  const host = domains?.[domain] ?? domains?.[0]
  const email = `${firstName}.${lastName}@${host}`.toLowerCase()
  return { firstName, lastName, email, password: demoPassword }
}

export const demoStudents = {
  ada: student('Ada', 'Osei', 0),
  liam: student('Liam', 'Tremblay', 0),
  mei: student('Mei', 'Zhang', 0),
  farah: student('Farah', 'Siddiqui', 0),
  noah: student('Noah', 'Petrov', 1),
  priya: student('Priya', 'Raman', 1),
  sofia: student('Sofia', 'Marchetti', 1),
  kwame: student('Kwame', 'Boateng', 1, 1),
} satisfies Record<string, DemoStudent>

export type StudentKey = keyof typeof demoStudents
