import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Card } from '../../ui/card.tsx'
import { NoPhoto } from '../../ui/no-photo.tsx'
import { Photo } from '../../ui/photo.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { Chapter } from './example.tsx'
import { samplePhotos } from './sample-photos.ts'

const sizes = '(min-width: 1240px) 280px, (min-width: 640px) 50vw, 100vw'

export function CardExamples() {
  const [hills, lamp] = samplePhotos
  return (
    <Chapter title="Cards" text="Photo first, then the figure. The whole card is one link.">
      <ul className="card-grid">
        <li>
          <Card href="#main" photo={hills && <Photo {...hills} alt="" sizes={sizes} />}>
            <p>
              <span className="figure text-xl">$850</span>{' '}
              <span className="text-ink-2 text-sm">/night</span>
            </p>
            <h3 className="line-clamp-2 font-semibold">Sunrise over the purple hills, with tea</h3>
            <p className="line-clamp-2 text-ink-2 text-sm">
              Early, but worth it. Two quiet lines are all the room a description gets on a card,
              and the rest is cut off.
            </p>
            <p className="mt-auto flex flex-wrap gap-1.5 pt-1">
              <Badge variant="sun">Outside</Badge>
              <Badge>Quiet</Badge>
              <Badge>No smoking</Badge>
            </p>
          </Card>
        </li>
        <li>
          <Card
            href="#main"
            photo={
              <>
                {lamp && <Photo {...lamp} alt="" sizes={sizes} />}
                <Badge variant="gold" className="absolute top-3 left-3">
                  Nearly gone
                </Badge>
              </>
            }
          >
            <p className="figure text-xl">$12</p>
            <h3 className="line-clamp-2 font-semibold">Lamp</h3>
            <p className="text-ink-2 text-sm">Gives light.</p>
            <span className={buttonClass({ variant: 'secondary', size: 'small' }, 'mt-auto')}>
              Drawn as a button
            </span>
          </Card>
        </li>
        <li>
          <Card
            href="#main"
            photo={
              <>
                <NoPhoto label="No image" />
                <Badge variant="ink" className="absolute top-3 left-3">
                  Gone
                </Badge>
              </>
            }
          >
            <p className="figure text-xl">—</p>
            <h3 className="line-clamp-2 font-semibold">Something without a photo</h3>
          </Card>
        </li>
        <li>
          <SkeletonCard />
        </li>
      </ul>
    </Chapter>
  )
}
