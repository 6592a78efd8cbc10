import { queryOptions } from '@tanstack/react-query'
import type { Figures, LogResponse, StudentCase, StudentsResponse } from '#contract/moderation.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../queries/api.ts'
import { moderationKey, toCaseResult } from '../moderation-queries.ts'
import {
  type LogFilters,
  logFiltersQuery,
  type StudentFilters,
  studentFiltersQuery,
} from './people-filters.ts'

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

export const figuresQuery = (api: Api) =>
  queryOptions({
    queryKey: [moderationKey, 'figures'],
    queryFn: ({ signal }) => api.get<Figures>(apiPaths.moderationFigures, signal),
  })
