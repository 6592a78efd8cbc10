import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { TextName } from '#contract/site-text-rules.ts'
import type { TextResponse } from '#contract/site-texts.ts'
import { useApi } from '../queries/api.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import { loadFailure } from '../session/login-redirects.tsx'
import { textQuery } from '../settings/texts/text-queries.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { LoadFailed } from '../ui/content/load-failed.tsx'
import { Spinner } from '../ui/content/spinner.tsx'

/** Makes the exports of a page whose text admins can edit. */
export const textPage = (
  name: TextName,
  usePageHead: () => void,
  Page: (props: { text: TextResponse }) => ReactNode,
) => ({
  async loader(args: LoaderFunctionArgs) {
    const { api, queryClient } = getLoaderContext(args)
    try {
      await waitForData(queryClient.ensureQueryData(textQuery(api, name)), args.request)
      return null
    } catch (error) {
      return loadFailure(args, error)
    }
  },
  Component() {
    usePageHead()
    return (
      <div className="page-width">
        <AwaitQuery
          query={textQuery(useApi(), name)}
          loading={<Spinner label="Loading…" />}
          failed={(query) => <LoadFailed {...query} />}
        >
          {(text) => <Page text={text} />}
        </AwaitQuery>
      </div>
    )
  },
})
