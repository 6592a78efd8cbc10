import { queryOptions } from '@tanstack/react-query'
import type { Figures, LogResponse, StudentCase, StudentsResponse } from '#contract/moderation.ts'
import { type LogAction, logActions } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import type { HandoverResponse, RolesResponse } from '#contract/people.ts'
import type { Api } from '../../queries/api.ts'
import { moderationKey, toCaseResult } from '../moderation-queries.ts'

export const studentsQuery = (api: Api, filters: StudentFilters) =>
  queryOptions({
    queryKey: [moderationKey, 'students', filters],
    queryFn: ({ signal }) =>
      api.get<StudentsResponse>(apiPaths.moderatedStudents(studentFiltersQuery(filters)), signal),
  })

export const studentCaseQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [moderationKey, 'student', id],
    queryFn: ({ signal }) =>
      toCaseResult(api.get<StudentCase>(apiPaths.moderatedStudent(id), signal)),
  })

export const logQuery = (api: Api, filters: LogFilters) =>
  queryOptions({
    queryKey: [moderationKey, 'log', filters],
    queryFn: ({ signal }) =>
      api.get<LogResponse>(apiPaths.moderationLog(logFiltersQuery(filters)), signal),
  })

export const rolesQuery = (api: Api) =>
  queryOptions({
    queryKey: [moderationKey, 'roles'],
    queryFn: ({ signal }) => api.get<RolesResponse>(apiPaths.roles, signal),
  })

export const handoverQuery = (api: Api) =>
  queryOptions({
    queryKey: [moderationKey, 'handover'],
    queryFn: ({ signal }) => api.get<HandoverResponse>(apiPaths.handover, signal),
  })

export const figuresQuery = (api: Api) =>
  queryOptions({
    queryKey: [moderationKey, 'figures'],
    queryFn: ({ signal }) => api.get<Figures>(apiPaths.moderationFigures, signal),
  })

/** The labels of the filter's options, in the order of the select. */
export const studentFilterLabels = {
  all: 'All students',
  reported: 'With open reports',
  restricted: 'Suspended or banned',
  staff: 'Moderators and admins',
  requested: 'On hold or to be deleted',
}

type StudentFilter = keyof typeof studentFilterLabels

export interface StudentFilters {
  q: string
  filter: StudentFilter
}

const maxTextLength = 100

/** Reads filters from the URL. Invalid parameters are left out, so that a link that was cut short still shows something. */
export function parseStudentFilters(parameters: URLSearchParams): StudentFilters {
  const filter = parameters.get('filter') ?? ''
  return {
    q: (parameters.get('q') ?? '').trim().slice(0, maxTextLength),
    filter: Object.hasOwn(studentFilterLabels, filter) ? (filter as StudentFilter) : 'all',
  }
}

export function studentFiltersQuery({ q, filter }: StudentFilters): URLSearchParams {
  return toQuery({ q, filter: filter === 'all' ? '' : filter })
}

export interface LogFilters {
  action: LogAction | undefined
  actor: number | undefined
  student: number | undefined
  /** The id of an entry; only older entries are shown. */
  before: number | undefined
}

export function parseLogFilters(parameters: URLSearchParams): LogFilters {
  const action = parameters.get('action')
  return {
    action: logActions.find((known) => known === action),
    actor: parseId(parameters.get('actor')),
    student: parseId(parameters.get('student')),
    before: parseId(parameters.get('before')),
  }
}

/** Whether the page starts with the newest of all entries about one student. A decision has to name that entry as seen. */
export const isStudentRecord = ({ action, actor, student, before }: LogFilters): boolean =>
  student !== undefined && !action && !actor && !before

export const logFiltersQuery = (filters: Partial<LogFilters>) => toQuery({ ...filters })

const parseId = (text: string | null) =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

function toQuery(values: Record<string, string | number | undefined>): URLSearchParams {
  const known = Object.entries(values).filter(([, value]) => value)
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)]))
}
