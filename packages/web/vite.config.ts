import { defineConfig, type Plugin } from "vite";

/** The type face is asked for with the page, not when the style sheet turns out to need it: so that no line moves. */
const preloadFonts: Plugin = {
  name: "preload-fonts",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith(".woff2"))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", href: `./${name}`, as: "font", type: "font/woff2", crossorigin: true },
          injectTo: "head-prepend",
        })),
  },
};

export default defineConfig({
  plugins: [preloadFonts],
  // Addresses are relative, so that the pages can also live below a path of some proxy.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    // The Content-Security-Policy wants every file to be a file of the service.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npm run dev --workspace packages/web` beside a running `scinol serve`.
  server: { proxy: { "/v1": "http://127.0.0.1:8080" } },
});
