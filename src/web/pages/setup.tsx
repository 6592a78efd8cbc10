import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type LoaderFunctionArgs,
  redirect,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { type SetupStep, setupLinkFile, setupSteps } from '#contract/setup-steps.ts'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { useHead } from '../navigation/head.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import { getLoaderContext, statusData } from '../queries/loaders.ts'
import { nextStep, setupQuery } from '../setup/setup-queries.ts'
import { SetupView } from '../setup/setup-view.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { Component as NotFound } from './not-found.tsx'

const findStep = (name: string | undefined): SetupStep | undefined =>
  setupSteps.find((step) => step === name)

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const result = await queryClient.fetchQuery({ ...setupQuery(api), staleTime: 0 })
  if ('status' in result) return statusData(result.status)
  const { step } = args.params
  if (step === undefined) return redirect(pagePaths.setupStep(nextStep(result.found)))
  return findStep(step) ? null : statusData(404)
}

export function Component() {
  const step = findStep(useParams().step)
  const { data: result } = useQuery(setupQuery(useApi()))
  const opening = useSetupLink()
  if (!result || opening.isPending) return <Opening />
  if ('status' in result) {
    return result.status === 404 ? <NotFound /> : <OpenLink problem={opening.problem} />
  }
  return step ? <SetupView data={result.found} step={step} /> : <NotFound />
}

/**
 * Exchanges the token of the link for a cookie. The token is removed from the address first, so that the history does not
 * keep it.
 */
function useSetupLink() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname, hash } = useLocation()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const exchange = useEffectEvent(async (token: string) => {
    setPending(true)
    await navigate(pathname, { replace: true })
    try {
      await api.post(apiPaths.setupSession, { token })
      const result = await queryClient.fetchQuery({ ...setupQuery(api), staleTime: 0 })
      if ('found' in result) {
        await navigate(pagePaths.setupStep(nextStep(result.found)), { replace: true })
      }
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setPending(false)
    }
  })
  useEffect(() => {
    const token = new URLSearchParams(hash.slice(1)).get('token')
    if (token) void exchange(token)
  }, [hash])
  return { isPending, problem }
}

function Opening() {
  useHead({ title: 'Set-up', description: 'Set up this marketplace.' })
  return (
    <div className="page-width py-12">
      <Spinner label="Opening the set-up…" />
    </div>
  )
}

function OpenLink({ problem }: { problem: string | undefined }) {
  useHead({ title: 'Set-up', description: 'Set up this marketplace.' })
  return (
    <EntranceLayout
      title="Open the set-up link"
      lead={`It is in the file ${setupLinkFile} in the data folder of the server (DATA_DIR). The server printed its path when it started.`}
      focusHeading={problem !== undefined}
    >
      {problem && (
        <div className="mt-5">
          <Callout variant="danger">{problem}</Callout>
        </div>
      )}
      <p className="mt-5 text-ink-2">
        To read it: <code className="wrap-anywhere">cat $DATA_DIR/{setupLinkFile}</code>
      </p>
      <p className="mt-3 text-ink-2">
        Lost the file? This command makes a new link:{' '}
        <code className="wrap-anywhere">npm run setup -- link</code>
      </p>
    </EntranceLayout>
  )
}
