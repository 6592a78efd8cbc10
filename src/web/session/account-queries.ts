import { queryOptions } from '@tanstack/react-query'
import type { OwnSecurity } from '#contract/identity-proof.ts'
import type { MissedMeetings } from '#contract/meetings.ts'
import type { BlockedStudent } from '#contract/messages.ts'
import type { OwnAccount, OwnSession, SecurityEvent } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../queries/api.ts'

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

export const securityQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account', 'security'],
    queryFn: () => api.get<OwnSecurity>(apiPaths.security),
  })

export const securityEventsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account', 'events'],
    queryFn: () => api.get<SecurityEvent[]>(apiPaths.securityEvents),
  })

export const missedMeetingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account', 'missed-meetings'],
    queryFn: () => api.get<MissedMeetings>(apiPaths.missedMeetings),
  })

export const blocksQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account', 'blocks'],
    queryFn: () => api.get<BlockedStudent[]>(apiPaths.blocks),
  })
