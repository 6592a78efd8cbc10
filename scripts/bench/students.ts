import { publicCategories } from '#categories/index.ts'
import {
  createListing,
  type Student,
  signUp,
  uploadPhotos,
} from '#tests/support/seed-through-api.ts'

export const studentCount = 16

/** Creates accounts and logs them in through the API. Each has a listing of every category for its dashboard. */
export async function signUpStudents(url: string): Promise<Student[]> {
  const students: Student[] = []
  for (let number = 1; number <= studentCount; number++) {
    const student = await signUpStudent(url)
    const photos = await uploadPhotos(url, student, 1)
    for (const { id } of publicCategories) await createListing(url, student, id, { photos })
    students.push(student)
  }
  return students
}

/** Signs up a student with a random address, because several runs may use the same database. */
export const signUpStudent = (url: string): Promise<Student> =>
  signUp(url, 'Bench', crypto.randomUUID())
