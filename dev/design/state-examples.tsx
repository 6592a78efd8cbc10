import { EmptyState } from '#web/ui/content/empty-state.tsx'
import { Skeleton, SkeletonText } from '#web/ui/content/skeleton.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyIllustration } from '#web/ui/illustrations/empty.tsx'
import { ErrorIllustration } from '#web/ui/illustrations/error.tsx'
import { LoggedOutIllustration } from '#web/ui/illustrations/logged-out.tsx'
import { MailSentIllustration } from '#web/ui/illustrations/mail-sent.tsx'
import { NotFoundIllustration } from '#web/ui/illustrations/not-found.tsx'
import { OfflineIllustration } from '#web/ui/illustrations/offline.tsx'
import { Chapter, Example } from './example.tsx'

export function StateExamples() {
  return (
    <Chapter title="Nothing, waiting, wrong" text="A small drawing, one sentence, the next step.">
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        <div className="panel">
          <EmptyState
            illustration={<EmptyIllustration />}
            title="Nothing pinned yet"
            action={<Button>Pin the first</Button>}
          >
            Be the first to put something up.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState
            illustration={<ErrorIllustration />}
            title="That tore"
            action={<Button variant="secondary">Try again</Button>}
          >
            Something went wrong on our end.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState illustration={<OfflineIllustration />} title="You're offline">
            Check the connection; what you typed is still here.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState illustration={<NotFoundIllustration />} title="It fell off">
            There's nothing here.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState illustration={<MailSentIllustration />} title="On its way">
            Look into your mailbox in a minute.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState illustration={<LoggedOutIllustration />} title="Take your key">
            Log in to see what is behind this door.
          </EmptyState>
        </div>
      </div>
      <Example title="Skeletons">
        <div className="design-skeleton grid gap-5">
          <Skeleton className="aspect-4/3 rounded-card" />
          <SkeletonText lines={4} />
        </div>
      </Example>
    </Chapter>
  )
}
