import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { type TextName, textNames } from '#contract/site-text-rules.ts'
import type { TextChangesResponse } from '#contract/site-texts.ts'
import { formatMoment } from '#format/format.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { getLoaderContext, requestedPath, waitForData } from '../queries/loaders.ts'
import { useToday } from '../queries/use-today.ts'
import { loadFailure } from '../session/login-redirects.tsx'
import { TextChangeList } from '../settings/texts/text-change-list.tsx'
import { textChangesQuery } from '../settings/texts/text-queries.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'

const titles: Record<TextName, string> = {
  rules: 'What changed in the rules',
  about: 'What changed on the About page',
  privacy: 'What changed on the privacy page',
}

/** Returns the text that the path is about. The router also matches other spellings of the path. */
const textOf = (path: string): TextName =>
  textNames.find((name) => path.toLowerCase().startsWith(`/${name}/`)) ?? 'rules'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const query = textChangesQuery(api, textOf(requestedPath(args)))
  try {
    await waitForData(queryClient.ensureQueryData(query), args.request)
    return null
  } catch (error) {
    return loadFailure(args, error)
  }
}

export function Component() {
  const name = textOf(useLocation().pathname)
  const title = titles[name]
  // Without a canonical path, no search engine shows the page.
  useHead({ title: `${title} · ${campus.brand}`, description: title })
  return (
    <div className="page-width pt-12 lg:pt-18">
      <h1 className="title-1">{title}</h1>
      <p className="measure mt-6 text-ink-2">
        Added text is underlined, and removed text is struck through.{' '}
        <Link to={pagePaths[name]} className="link">
          Read the page as it is now
        </Link>
      </p>
      <AwaitQuery query={textChangesQuery(useApi(), name)}>
        {(data) => <Versions {...data} />}
      </AwaitQuery>
    </div>
  )
}

function Versions({ versions }: TextChangesResponse) {
  const today = useToday()
  if (versions.length === 0) return <p className="mt-10">Nothing has changed yet.</p>
  return versions.map(({ changedAt, isDefault, isHidden, changes }) => (
    <section key={changedAt} className="mt-10">
      <h2 className="title-3">{formatMoment(changedAt, today)}</h2>
      {isDefault && <p className="mt-2">The text that came with the site is back.</p>}
      <div className="mt-4">
        {isHidden ? (
          <p>The text was changed. An admin has hidden what changed.</p>
        ) : (
          <TextChangeList changes={changes} />
        )}
      </div>
    </section>
  ))
}
