/** What is reported: a word for it, and the path of the API call. */
export interface ReportSubject {
  thing: 'listing' | 'student' | 'conversation'
  path: string
}
