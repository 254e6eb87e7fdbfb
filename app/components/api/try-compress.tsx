import type { TryChoices } from '~/content/api/api-description.ts';
import { Button } from '../ui/button.tsx';
import { CodeListing } from './code-listing.tsx';
import { Frame } from './section.tsx';

const FIELD = 'min-h-11 w-full rounded-control border border-edge bg-ground px-3 text-base';

/** Sends a file to the compress call and shows request, answer and report: app/enhancements/try-compress.ts. */
export function TryCompress({ presets, keep }: TryChoices) {
  return (
    <form data-try-compress className="rounded-card border border-hairline bg-raised p-5 scriptless:hidden">
      <h3 className="text-lg">Try it</h3>
      <p className="mt-1 text-sm text-quiet">
        Sends one file to the real endpoint and shows the answer. The file is deleted when the job ends.
      </p>
      <label htmlFor="try-file" className="mt-4 block text-sm font-medium">
        File
      </label>
      <input
        id="try-file"
        type="file"
        name="file"
        required
        accept=".pdf,.jpg,.jpeg,.png,.webp,.pptx"
        className="mt-1 block w-full text-sm file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-edge file:bg-ground file:px-4 file:font-semibold file:text-ink"
      />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <div>
          <label htmlFor="try-preset" className="block text-sm font-medium">
            preset
          </label>
          <select id="try-preset" name="preset" defaultValue="balanced" className={`mt-1 ${FIELD}`}>
            {presets.map((preset) => (
              <option key={preset}>{preset}</option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor="try-target" className="block text-sm font-medium">
            target
          </label>
          <input
            id="try-target"
            name="target"
            placeholder="none, or such as 300KB"
            autoComplete="off"
            className={`mt-1 ${FIELD} placeholder:text-quiet`}
          />
        </div>
      </div>
      <fieldset className="mt-4">
        <legend className="text-sm font-medium">keep</legend>
        <div className="flex flex-wrap gap-x-5">
          {keep.map((group) => (
            <label key={group} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
              <input type="checkbox" name="keep" value={group} className="size-5 accent-primary" />
              {group}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-4">
        <Frame title="Your request">
          <CodeListing label="Your request as curl" code={REQUEST} copyable />
        </Frame>
      </div>
      <Button type="submit" className="mt-4">
        Send request
      </Button>
      <div role="status" className="mt-4 empty:mt-0" data-answer />
    </form>
  );
}

const REQUEST = `curl -f -o small.jpg \\
  -F file=@photo.jpg \\
  http://localhost:3000/api/compress`;
