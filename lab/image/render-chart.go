// Renders a chart as Helm does, as far as ours needs it: go run render-chart.go <release> <values.json> <template>...
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

func main() {
	text, err := os.ReadFile(os.Args[2])
	check(err)
	var values map[string]any
	check(json.Unmarshal(text, &values))
	data := map[string]any{"Values": values, "Release": map[string]any{"Name": os.Args[1]}}
	functions := template.FuncMap{
		"quote": func(value any) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		// JSON is YAML.
		"toYaml": func(value any) (string, error) {
			text, err := json.Marshal(value)
			return string(text), err
		},
		"nindent": func(spaces int, text string) string {
			pad := "\n" + strings.Repeat(" ", spaces)
			return pad + strings.ReplaceAll(text, "\n", pad)
		},
	}
	for _, path := range os.Args[3:] {
		parsed, err := template.New(filepath.Base(path)).Funcs(functions).Option("missingkey=error").ParseFiles(path)
		check(err)
		fmt.Println("---")
		check(parsed.Execute(os.Stdout, data))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
