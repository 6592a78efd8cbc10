import { ArrowRightIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { type AnyCategory, categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { maxPhotos } from '#contract/photos.ts'
import { PostingNotice } from '../account/posting-notice.tsx'
import { categoryViews } from '../listings/categories/index.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { postingRefusal } from '../session/posting-refusal.ts'
import { useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Asks what the student wants to post. The forms behind it lead visitors through the login and back. */
export function Component() {
  useHead({
    title: `Sell · ${campus.brand}`,
    description: `Post a rental, a textbook or anything else on ${campus.brand}, for students of your campus.`,
    canonical: pagePaths.sell,
  })
  const { isLoggedIn, user } = useSession()
  const sharedCount = useSharedCount()
  return (
    <div className="page-width pt-8 lg:pt-10">
      <h1 className="title-1">What do you want to post?</h1>
      {sharedCount !== undefined && <SharedNote count={sharedCount} />}
      {postingRefusal(user) ? (
        <PostingNotice className="mt-6" />
      ) : (
        <Choices isLoggedIn={isLoggedIn} needsPhotos={Boolean(sharedCount)} />
      )}
    </div>
  )
}

/** Returns how many photos were just shared from the phone. The page is cached, so the server does not see the query. */
function useSharedCount(): number | undefined {
  const [searchParams] = useSearchParams()
  const shared = searchParams.get('shared')
  return useHydrated() && shared ? Math.min(Number(shared) || 0, maxPhotos) : undefined
}

/** Says what became of photos that were shared from the phone. */
function SharedNote({ count }: { count: number }) {
  return (
    <div role="status" className="mt-6">
      <Callout>
        {count > 0
          ? `You can add your ${count === 1 ? 'photo' : `${count} photos`} in the form you choose.`
          : "Your photo didn't come through. Choose a form, then add it there."}
      </Callout>
    </div>
  )
}

/** With `needsPhotos`, categories without photos are left out. */
function Choices({ isLoggedIn, needsPhotos }: { isLoggedIn: boolean; needsPhotos: boolean }) {
  const choices: readonly AnyCategory[] = categories
  const shown = choices.filter(({ photos }) => !needsPhotos || photos !== 'none')
  return (
    <>
      <p className="mt-3 text-ink-2 text-lg">
        {isLoggedIn
          ? 'Choose one. A photo and a few words are enough.'
          : 'Choose one. You log in or sign up first, then fill in a short form.'}
      </p>
      <ul className="mt-6 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:mt-8 lg:gap-5.5">
        {shown.map(({ id, labels }) => {
          const { icon: Icon } = categoryViews[id]
          return (
            <li key={id}>
              <Link
                to={pagePaths.create(id)}
                className="group relative flex h-full flex-wrap items-center gap-4 rounded-panel border border-line bg-card p-5 transition hover:-translate-y-0.5 hover:border-field hover:[box-shadow:var(--shadow-float)] md:flex-col md:items-start md:gap-5 md:p-7"
              >
                <span className="grid size-14 flex-none place-items-center rounded-control bg-sun text-link">
                  <Icon size={28} />
                </span>
                <span className="min-w-0 max-w-full flex-1 basis-32 md:basis-auto">
                  <span className="title-4 block">{labels.sell}</span>
                  <span className="mt-1 block text-ink-2">{labels.summary}</span>
                </span>
                <ArrowRightIcon
                  size={22}
                  className="flex-none text-ink-2 transition group-hover:text-link md:absolute md:top-7 md:right-7"
                />
              </Link>
            </li>
          )
        })}
      </ul>
      <p className="mt-6">
        Moving out?{' '}
        <Link to={pagePaths.movingOutForm} className="link">
          Post several items at once
        </Link>
      </p>
      <p className="mt-6 text-ink-2">
        Not sure if you can post it?{' '}
        <Link to={pagePaths.rules} className="link">
          Read the rules
        </Link>
      </p>
    </>
  )
}
