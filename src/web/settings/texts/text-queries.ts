import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { TextName } from '#contract/site-text-rules.ts'
import type { TextChangesResponse, TextResponse } from '#contract/site-texts.ts'
import type { Api } from '../../queries/api.ts'

export const textQuery = (api: Api, name: TextName) =>
  queryOptions({
    queryKey: ['text', name],
    queryFn: ({ signal }) => api.get<TextResponse>(apiPaths.text(name), signal),
  })

export const textChangesQuery = (api: Api, name: TextName) =>
  queryOptions({
    queryKey: ['text changes', name],
    queryFn: ({ signal }) => api.get<TextChangesResponse>(apiPaths.textChanges(name), signal),
  })
