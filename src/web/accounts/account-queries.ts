import { queryOptions } from '@tanstack/react-query'
import type { OwnAccount, OwnSession, SecurityEvent } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../api.ts'

export const accountQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account'],
    queryFn: () => api.get<OwnAccount>(apiPaths.account),
  })

export const devicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: () => api.get<OwnSession[]>(apiPaths.sessions),
  })

export const securityEventsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account', 'events'],
    queryFn: () => api.get<SecurityEvent[]>(apiPaths.securityEvents),
  })
