import { Fragment, type ReactNode } from 'react'
import { campus } from '#campus/campus.ts'
import { publicCategories } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { ConfirmEmailForm } from '../../session/confirmation/confirm-email-form.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'

/** Three next steps for a student who has no listing. */
export function Welcome({ user, onConfirmed }: { user: SessionUser; onConfirmed: () => void }) {
  const mustConfirm = user.confirmation === 'required'
  return (
    <section
      aria-labelledby="welcome"
      className={classNames(
        'panel flex flex-wrap items-center justify-center gap-x-12',
        mustConfirm && 'border-gold',
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="welcome" className="title-3">
          {`Welcome to ${campus.brand}`}
        </h2>
        <ol className="mt-5 grid gap-6">
          {mustConfirm ? (
            <>
              <Step number={1} title="Confirm your email" titleId="confirm-email">
                <p className="mb-4">Then you can post listings and contact sellers.</p>
                <div className="text-ink">
                  <ConfirmEmailForm user={user} onConfirmed={onConfirmed} />
                </div>
              </Step>
              <LookAround number={2} />
            </>
          ) : (
            <>
              <LookAround number={1} />
              <Step number={2} title="Save a search">
                Tap “Save this search” on a list and we'll email you new matches. Your searches are
                under{' '}
                <Link to={pagePaths.saved} className="link">
                  Saved
                </Link>
                .
              </Step>
            </>
          )}
          <Step number={3} title="Sell or rent out">
            <p>A few photos, a price and a sentence or two are enough.</p>
            <LinkButton
              as={Link}
              to={pagePaths.sell}
              variant={mustConfirm ? 'secondary' : 'primary'}
              className="mt-3 max-sm:w-full"
            >
              Post a listing
            </LinkButton>
          </Step>
        </ol>
      </div>
      {/* On phones the illustration is hidden if it would separate the greeting from the code field. */}
      <div className={mustConfirm ? 'max-md:hidden' : 'max-md:order-first'}>
        <EmptyIllustration />
      </div>
    </section>
  )
}

function LookAround({ number }: { number: number }) {
  return (
    <Step number={number} title="Look around">
      See what other students have:{' '}
      {publicCategories.map(({ id, labels }, index) => (
        <Fragment key={id}>
          {index > 0 && ' · '}
          <Link to={pagePaths.browse(id)} className="link">
            {labels.menu}
          </Link>
        </Fragment>
      ))}
    </Step>
  )
}

function Step({
  number,
  title,
  titleId,
  children,
}: {
  number: number
  title: string
  /** The id of the title. It makes the step a region. */
  titleId?: string
  children: ReactNode
}) {
  return (
    <li>
      <section
        aria-labelledby={titleId}
        className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-1"
      >
        <span
          aria-hidden="true"
          className="figure grid size-8 place-items-center rounded-full bg-sun"
        >
          {number}
        </span>
        <h3 id={titleId} className="font-semibold text-lg">
          {title}
        </h3>
        <div className="text-ink-2 max-sm:col-span-2 sm:col-start-2">{children}</div>
      </section>
    </li>
  )
}
