import { fileURLToPath } from 'node:url';
import { DockerImageAsset, Platform } from 'aws-cdk-lib/aws-ecr-assets';
import type { Construct } from 'constructs';

/** The context of every image: the repository, of which .dockerignore leaves what images need. */
export const IMAGE_CONTEXT = fileURLToPath(new URL('../..', import.meta.url));

/** An image for Graviton, which costs a fifth less for the same work. */
export function createImage(
  scope: Construct,
  id: string,
  name: 'web' | 'worker' | 'function',
): DockerImageAsset {
  return new DockerImageAsset(scope, id, {
    directory: IMAGE_CONTEXT,
    file: `infra/docker/${name}.Dockerfile`,
    platform: Platform.LINUX_ARM64,
  });
}
