import { type AnyCategory, publicCategories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { salePricesQuery, salePricesResponse } from '#contract/sales.ts'
import type { Db } from '../../database/database.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { findFigures, presentRow } from './sale-figures.ts'

/** Adds the routes that tell a form what similar things went for. */
export function saleRoutes(app: App, deps: { db: Db }) {
  for (const category of publicCategories) salePricesRoute(app, category, deps)
}

function salePricesRoute(app: App, { id, path, labels }: AnyCategory, { db }: { db: Db }) {
  app.get(
    `/api/${path}/sale-prices`,
    {
      onRequest: noStore,
      schema: {
        tags: [labels.menu],
        summary: `What ${labels.plural} of a kind went for`,
        description:
          'Returns the figure of the first group with at least ten sales. The numbers are rounded, change at most every hour, and by several sales at a time.',
        querystring: salePricesQuery,
        response: { 200: salePricesResponse, '4xx': errorBody },
      },
    },
    async ({ query }) => {
      const groups = query.like.filter((group) => group.startsWith(`${id} `))
      const figures = await findFigures(db, groups)
      const like = groups.find((group) => figures.has(group)) ?? null
      const row = like === null ? undefined : figures.get(like)
      return { figure: row ? presentRow(row) : null, like }
    },
  )
}
