import type { ReactNode } from 'react'
import type { LoaderFunction } from 'react-router'
import { isStaff } from '#contract/is-staff.ts'
import { sessionQuery, useSession } from '../accounts/session.tsx'
import { getLoaderContext } from '../loader-context.ts'
import { loadNotFound } from './not-found.loader.ts'
import { Component as NotFound } from './not-found.tsx'

/** A page of moderators, as a route. For all others there is nothing at its address. */
export function staffOnly(Page: () => ReactNode, load: LoaderFunction) {
  const loader: LoaderFunction = async (args, handlerContext) => {
    const { api, queryClient } = getLoaderContext(args)
    const user = await queryClient.ensureQueryData(sessionQuery(api))
    return isStaff(user) ? load(args, handlerContext) : loadNotFound()
  }
  function Component() {
    return isStaff(useSession().user) ? <Page /> : <NotFound />
  }
  return { loader, Component }
}
