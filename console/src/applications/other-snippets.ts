import { originOf, pathOf, portOf } from './redirect-uri.ts';

export const spring = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `# src/main/resources/application.yml, with spring-boot-starter-web and spring-boot-starter-oauth2-client
# CLIENT_SECRET=… ./mvnw spring-boot:run
# Redirect URI: ${originOf(redirectUri)}/login/oauth2/code/latchkey
# Post-logout redirect URI: ${originOf(redirectUri)}
server.port: ${portOf(redirectUri)}
spring.security.oauth2.client:
  registration.latchkey:
    client-id: ${clientId}
    client-secret: \${CLIENT_SECRET}
    scope: openid, profile, email
  provider.latchkey:
    issuer-uri: ${issuer}

// src/main/java/com/example/App.java
package com.example;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class App {
  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }

  // Anyone who gets here is signed in. /logout signs them out of Latchkey, too.
  @GetMapping("/")
  Map<String, Object> home(@AuthenticationPrincipal OidcUser user) {
    return user.getClaims();
  }

  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    var goodbye = new OidcClientInitiatedLogoutSuccessHandler(clients);
    goodbye.setPostLogoutRedirectUri("{baseUrl}");
    return http.authorizeHttpRequests(any -> any.anyRequest().authenticated())
        .oauth2Login(login -> login.authorizationEndpoint(at -> at.authorizationRequestResolver(requests)))
        .logout(logout -> logout.logoutSuccessHandler(goodbye))
        .build();
  }
}`;

export const python = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `# app.py: pip install authlib flask requests
# CLIENT_SECRET=… COOKIE_SECRET=$(openssl rand -hex 32) flask run --port ${portOf(redirectUri)}
# Redirect URI: ${redirectUri}
# Post-logout redirect URI: ${originOf(redirectUri)}/
import os
from urllib.parse import urlencode

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session

app = Flask(__name__)
app.secret_key = os.environ["COOKIE_SECRET"]
oauth = OAuth(app)
oauth.register(
    "latchkey",
    server_metadata_url="${issuer}/.well-known/openid-configuration",
    client_id="${clientId}",
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/")
def home():
    if "user" not in session:
        return oauth.latchkey.authorize_redirect("${redirectUri}")
    return session["user"]


@app.get("${pathOf(redirectUri)}")
def callback():
    token = oauth.latchkey.authorize_access_token()
    session["user"] = token["userinfo"]
    session["id_token"] = token["id_token"]
    return redirect("/")


@app.get("/logout")  # of Latchkey too
def logout():
    hint = session.get("id_token")
    session.clear()
    end = oauth.latchkey.load_server_metadata()["end_session_endpoint"]
    query = {"id_token_hint": hint, "post_logout_redirect_uri": "${originOf(redirectUri)}/"}
    return redirect(f"{end}?{urlencode(query)}")`;
