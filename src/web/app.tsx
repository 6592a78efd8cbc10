import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Audience, ShownAnnouncement } from '#contract/rendering.ts'
import { type Api, ApiContext } from './queries/api.ts'
import { TodayProvider } from './queries/use-today.ts'
import { SessionProvider } from './session/session.tsx'
import { AnnouncementsContext } from './site/announcements.tsx'

interface AppProps {
  api: Api
  queryClient: QueryClient
  audience: Audience
  /** The campus date that the document was rendered on. */
  today: string
  announcements?: readonly ShownAnnouncement[] | undefined
  /** The router, which differs between server and browser. */
  children: ReactNode
}

const none: readonly ShownAnnouncement[] = []

export function App({
  api,
  queryClient,
  audience,
  today,
  announcements = none,
  children,
}: AppProps) {
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider audience={audience}>
          <AnnouncementsContext value={announcements}>
            <TodayProvider renderedOn={today}>{children}</TodayProvider>
          </AnnouncementsContext>
        </SessionProvider>
      </QueryClientProvider>
    </ApiContext>
  )
}
