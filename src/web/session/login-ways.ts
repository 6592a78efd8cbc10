import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { apiPaths } from '#contract/paths.ts'
import type { LoginWays } from '#contract/university-login.ts'
import { type Api, useApi } from '../queries/api.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'

/** The ways to log in. They change only with the server's settings. */
const loginWaysQuery = (api: Api) =>
  queryOptions({
    queryKey: ['login-ways'],
    queryFn: () => api.get<LoginWays>(apiPaths.loginWays),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Loads the ways to log in before the page is shown. If that fails, the page offers the password. */
export async function loadLoginWays(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  await waitForData(Promise.allSettled([queryClient.ensureQueryData(loginWaysQuery(api))]))
  return null
}

/** What a page assumes until the ways are known. */
const passwordOnly: LoginWays = { password: true, universities: [] }

export const useLoginWays = (): LoginWays => useQuery(loginWaysQuery(useApi())).data ?? passwordOnly
