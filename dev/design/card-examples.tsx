import { useState } from 'react'
import { favouriteIcon } from '../../src/web/saved/favourites/favourite-element.tsx'
import { Badge } from '../../src/web/ui/content/badge.tsx'
import { Card, CardTitle } from '../../src/web/ui/content/card.tsx'
import { NoPhoto } from '../../src/web/ui/content/no-photo.tsx'
import { Photo } from '../../src/web/ui/content/photo.tsx'
import { SkeletonCard } from '../../src/web/ui/content/skeleton.tsx'
import { buttonClass } from '../../src/web/ui/controls/button-class.ts'
import { Chapter } from './example.tsx'
import { samplePhotos } from './sample-photos.ts'

const sizes = '(min-width: 1240px) 280px, (min-width: 640px) 50vw, 100vw'

export function CardExamples() {
  const [hills, lamp] = samplePhotos
  return (
    <Chapter
      title="Cards"
      text="Photo first, then the figure. The link of the title covers the card, the heart lies above it: pressed, it is gold; until its code is there, it is grey. On phones, one line each."
    >
      <ul className="card-grid">
        <li>
          <Card
            photo={
              <>
                {hills && <Photo {...hills} alt="" sizes={sizes} />}
                <Badge variant="plain" className="absolute bottom-2.5 left-2.5 font-normal">
                  Painted 3 days ago · 2 photos
                </Badge>
              </>
            }
          >
            <p>
              <span className="figure text-xl">$850</span>{' '}
              <span className="text-ink-2 text-sm">/night</span>
            </p>
            <CardTitle titleAs="h3" href="#main">
              Sunrise over the purple hills, with tea
            </CardTitle>
            <p className="line-clamp-1 text-ink-2 text-sm leading-snug sm:line-clamp-2">
              Early, but worth it. Two quiet lines are all the room a description gets on a card,
              and the rest is cut off.
            </p>
            <p className="text-sm leading-snug">Outside · Quiet · Tea included · No smoking</p>
            <SampleHeart title="Sunrise over the purple hills, with tea" />
          </Card>
        </li>
        <li>
          <Card
            photo={
              <>
                {lamp && <Photo {...lamp} alt="" sizes={sizes} />}
                <Badge variant="gold" className="absolute top-3 left-3">
                  Nearly gone
                </Badge>
              </>
            }
          >
            <div className="flex items-center justify-between">
              <p className="figure text-xl">$12</p>
              <Badge variant="sun">Bright</Badge>
            </div>
            <CardTitle titleAs="h3" href="#main">
              Lamp
            </CardTitle>
            <p className="text-ink-2 text-sm leading-snug">Gives light.</p>
            <span
              aria-hidden="true"
              className={buttonClass({ variant: 'secondary', size: 'small' }, 'mt-auto')}
            >
              Drawn as a button
            </span>
            <SampleHeart title="Lamp" isPressed />
          </Card>
        </li>
        <li>
          <Card
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
            <CardTitle titleAs="h3" href="#main">
              Something without a photo
            </CardTitle>
            <button type="button" className="heart" aria-label="Save something" disabled>
              {favouriteIcon}
            </button>
          </Card>
        </li>
        <li>
          <SkeletonCard />
        </li>
      </ul>
    </Chapter>
  )
}

function SampleHeart({ title, isPressed = false }: { title: string; isPressed?: boolean }) {
  const [isSaved, setIsSaved] = useState(isPressed)
  return (
    <button
      type="button"
      className="heart"
      aria-label={`Save ${title}`}
      aria-pressed={isSaved}
      onClick={() => setIsSaved(!isSaved)}
    >
      {favouriteIcon}
    </button>
  )
}
