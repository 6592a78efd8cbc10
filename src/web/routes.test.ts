import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { pageRoutes } from '#contract/page-routes.ts'
import { routes } from './routes.ts'

const allPaths = (list: readonly RouteObject[]): string[] =>
  list.flatMap(({ path, children }) => [path ?? [], allPaths(children ?? [])].flat())

it('are the pages that a login may return to, the not-found page, and the one for developers', () => {
  expect(allPaths(routes).toSorted()).toEqual([...pageRoutes, '*', '/design'].toSorted())
})
