import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Audience } from '#contract/rendering.ts'
import { type Api, ApiContext } from './queries/api.ts'
import { TodayProvider } from './queries/use-today.ts'
import { SessionProvider } from './session/session.tsx'

interface AppProps {
  api: Api
  queryClient: QueryClient
  audience: Audience
  /** The campus date that the document was rendered on. */
  today: string
  /** The router, which differs between server and browser. */
  children: ReactNode
}

export function App({ api, queryClient, audience, today, children }: AppProps) {
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider audience={audience}>
          <TodayProvider renderedOn={today}>{children}</TodayProvider>
        </SessionProvider>
      </QueryClientProvider>
    </ApiContext>
  )
}
