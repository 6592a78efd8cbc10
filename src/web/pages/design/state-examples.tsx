import { Button } from '../../ui/button.tsx'
import { EmptyDrawing } from '../../ui/drawings/empty.tsx'
import { ErrorDrawing } from '../../ui/drawings/error.tsx'
import { MailSentDrawing } from '../../ui/drawings/mail-sent.tsx'
import { NotFoundDrawing } from '../../ui/drawings/not-found.tsx'
import { OfflineDrawing } from '../../ui/drawings/offline.tsx'
import { SignedOutDrawing } from '../../ui/drawings/signed-out.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { Chapter, Example } from './example.tsx'

export function StateExamples() {
  return (
    <Chapter title="Nothing, waiting, wrong" text="A small drawing, one sentence, the next step.">
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        <div className="panel">
          <EmptyState
            drawing={<EmptyDrawing />}
            title="Nothing pinned yet"
            titleAs="h3"
            action={<Button>Pin the first</Button>}
          >
            Be the first to put something up.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState
            drawing={<ErrorDrawing />}
            title="That tore"
            titleAs="h3"
            action={<Button look="secondary">Try again</Button>}
          >
            Something went wrong on our end.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState drawing={<OfflineDrawing />} title="You are offline" titleAs="h3">
            Check the connection; what you typed is still here.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState drawing={<NotFoundDrawing />} title="It fell off" titleAs="h3">
            There is nothing at this address.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState drawing={<MailSentDrawing />} title="On its way" titleAs="h3">
            Look into your mailbox in a minute.
          </EmptyState>
        </div>
        <div className="panel">
          <EmptyState drawing={<SignedOutDrawing />} title="Take your key" titleAs="h3">
            Sign in to see what is behind this door.
          </EmptyState>
        </div>
      </div>
      <Example title="Skeletons">
        <div className="grid max-w-[560px] grid-cols-[120px_1fr] gap-5">
          <Skeleton className="aspect-square rounded-card" />
          <SkeletonText lines={4} />
        </div>
      </Example>
    </Chapter>
  )
}
