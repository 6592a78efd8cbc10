import type { ReactNode } from 'react'
import type { LoaderFunction } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { sessionQuery, useSession } from '../session/session.tsx'
import { loadNotFound } from './not-found.loader.ts'
import { Component as NotFound } from './not-found.tsx'

/** Makes routes of pages that some have. For all others there is nothing at their address. */
export const onlyFor =
  (isFor: (user: SessionUser | null) => boolean) =>
  (Page: () => ReactNode, load: LoaderFunction) => {
    const loader: LoaderFunction = async (args, handlerContext) => {
      const { api, queryClient } = getLoaderContext(args)
      const user = await queryClient.ensureQueryData(sessionQuery(api))
      return isFor(user) ? load(args, handlerContext) : loadNotFound()
    }
    function Component() {
      return isFor(useSession().user) ? <Page /> : <NotFound />
    }
    return { loader, Component }
  }
