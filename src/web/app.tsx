import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Audience } from '#contract/rendering.ts'
import { AudienceContext } from './accounts/session.ts'
import { type Api, ApiContext } from './api.ts'

interface AppProps {
  api: Api
  queryClient: QueryClient
  audience: Audience
  /** The router, which differs between server and browser. */
  children: ReactNode
}

export function App({ api, queryClient, audience, children }: AppProps) {
  return (
    <ApiContext value={api}>
      <AudienceContext value={audience}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </AudienceContext>
    </ApiContext>
  )
}
