import type { ReactNode } from 'react'
import type { LoaderFunction } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import { getLoaderContext, statusData } from '../queries/loaders.ts'
import { hasMessages } from '../session/has-messages.ts'
import { sessionQuery, useSession } from '../session/session.tsx'
import { Component as NotFound } from './not-found.tsx'

/** Makes the exports of a page that only some people may open. Everyone else gets "not found". */
export const restrictPage =
  (mayOpen: (student: SessionUser | null) => boolean) =>
  (Page: () => ReactNode, load: LoaderFunction) => {
    const loader: LoaderFunction = async (args, handlerContext) => {
      const { api, queryClient } = getLoaderContext(args)
      const student = await queryClient.ensureQueryData(sessionQuery(api))
      return mayOpen(student) ? load(args, handlerContext) : statusData(404)
    }
    function Component() {
      return mayOpen(useSession().user) ? <Page /> : <NotFound />
    }
    return { loader, Component }
  }

/** The pages of messages. Somebody whose session has ended may open them too: the page leads them to the login. */
export const messagesPage = restrictPage((student) => !student || hasMessages(student))
