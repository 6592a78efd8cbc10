import { campus } from '#campus/campus.ts'

export interface DemoStudent {
  firstName: string
  lastName: string
  /** The address at the current campus. */
  readonly email: string
  password: string
}

/** The password of every sample student. The server logs it at startup. */
export const demoPassword = 'campus-demo-1!'

/** Makes a student of the given university and email domain, or of the first one if the campus has fewer. */
function student(firstName: string, lastName: string, university: number, domain = 0): DemoStudent {
  return {
    firstName,
    lastName,
    password: demoPassword,
    get email() {
      const domains = (campus.universities[university] ?? campus.universities[0])?.emailDomains
      const host = domains?.[domain] ?? domains?.[0]
      return `${firstName}.${lastName}@${host}`.toLowerCase()
    },
  }
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
