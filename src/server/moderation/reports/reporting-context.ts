export interface ReportingContext {
  appUrl: string
  now: number
}
