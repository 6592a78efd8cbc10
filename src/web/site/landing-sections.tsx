import { ArrowRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnyCategory, publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import type { ButtonStyleProps } from '../ui/controls/button-class.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'

export const steps = [
  { title: 'Sign up', text: 'with your university email' },
  { title: 'Browse', text: 'what other students sell' },
  { title: 'Meet up', text: 'safely on campus and exchange' },
]

export function HowItWorks() {
  return (
    <section className="panel panel-float" aria-labelledby="how-it-works">
      <h2 id="how-it-works" className="title-3">
        How It Works
      </h2>
      <ol className="mt-5 grid gap-4 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex flex-wrap items-center gap-4">
            <span
              aria-hidden="true"
              className="figure grid size-11 shrink-0 place-items-center rounded-control bg-gold text-lg text-on-gold"
            >
              {index + 1}
            </span>
            <p className="min-w-0 flex-1 basis-32">
              <strong className="block font-semibold">{title}</strong>
              <span className="text-ink-2">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

export const listShortcuts = () =>
  publicCategories.flatMap(({ id, labels }: AnyCategory) =>
    labels.shortcuts.map(({ label, parameters = {} }) => ({
      label,
      path: pagePaths.browse(id, new URLSearchParams(parameters)),
    })),
  )

export function CategoryShortcuts() {
  return (
    <section aria-labelledby="shortcuts" className="page-width py-6 lg:py-9">
      <h2 id="shortcuts" className="title-2">
        What are you looking for?
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {listShortcuts().map(({ label, path }) => (
          <li key={label}>
            <Link
              to={path}
              className="group flex h-full min-h-16 items-center justify-between gap-2 rounded-card border border-line bg-card px-[min(--spacing(5),5vw)] py-4 font-semibold transition hover:-translate-y-0.5 hover:border-field"
            >
              {label}
              <ArrowRightIcon
                size={20}
                className="shrink-0 text-ink-2 transition group-hover:text-link"
              />
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-10 text-center">
        <JoinButton>Join The Community!</JoinButton>
      </p>
    </section>
  )
}

/** A button that leads visitors to the sign-up, and students to the page where they choose what to post. */
export function JoinButton({
  children,
  ...rest
}: ButtonStyleProps & { className?: string; children: ReactNode }) {
  const { isLoggedIn } = useSession()
  return (
    <LinkButton as={Link} to={isLoggedIn ? pagePaths.sell : pagePaths.register} {...rest}>
      {isLoggedIn ? 'Post a listing' : children}
    </LinkButton>
  )
}
