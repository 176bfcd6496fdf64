import "uplot/dist/uPlot.min.css";
import "./styles/type.css";
import "./styles/colour.css";
import "./styles/page.css";
import "./styles/controls.css";
import "./styles/panels.css";
import { render } from "preact";
import { App } from "./app.tsx";

render(<App />, document.querySelector("#app")!);
