import { Carousel } from '#web/ui/content/carousel.tsx'
import { NoPhoto } from '#web/ui/content/no-photo.tsx'
import { Chapter, Example } from './example.tsx'
import { samplePhotos } from './sample-photos.ts'

export function PhotoExamples() {
  return (
    <Chapter title="Photos" text="Swipe, press the arrows or their keys, or pick one below.">
      <div className="design-photos grid gap-8">
        <Example title="Carousel">
          <Carousel photos={samplePhotos} label="Sample photos" />
        </Example>
        <Example title="Without photos">
          <Carousel photos={[]} label="No photos" placeholder={<NoPhoto label="No photo" />} />
        </Example>
      </div>
    </Chapter>
  )
}
